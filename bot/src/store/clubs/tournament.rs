//! Tournaments of servers.

use crate::domain::clubs::tournament::{StoredTournament, Tournament, TournamentWrite};
use crate::domain::{Competition, GuildId, Timestamp, TournamentId, UserId};
use crate::store::clubs::competition::{add_post, delete_taken_in};
use crate::store::connection::engine::args;
use crate::store::connection::pool::Connection;
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;
use crate::store::write::bulk::insert_rows;
use crate::store::write::json_rows::{insert, row};

/// What became of a step of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TournamentWriteOutcome {
    Written,
    /// Another step was faster.
    Stale,
    /// Another open tournament of the server has the name.
    NameTaken,
}

macro_rules! select_tournament {
    ($which:literal) => {
        concat!(
            "select tournament_id, guild_id, channel_id, name, version, created_at, state, \
             (select string_agg(cast(player.user_id as text) || ' ' || player.name, '\u{1f}' order by player.user_id) \
             from tournament_player as player where player.tournament_id = tournament.tournament_id) from tournament ",
            $which
        )
    };
}

fn read_tournament(read: &mut Reader) -> Result<StoredTournament> {
    let (tournament_id, guild_id, channel_id) = (TournamentId(read.int()?), read.guild()?, read.channel()?);
    let (name, version, created_at, tournament) = (read.text()?, read.int()?, read.time()?, read.json()?);
    let names = read.opt_text()?.unwrap_or_default();
    let names = names.split('\u{1f}').filter_map(|line| {
        let (user, name) = line.split_once(' ')?;
        Some((UserId(user.parse::<i64>().ok()?.cast_unsigned()), name.to_owned()))
    });
    let names = names.collect();
    Ok(StoredTournament { tournament_id, guild_id, channel_id, name, version, created_at, tournament, names })
}

impl Store {
    /// Writes the draft of a tournament, which a later step announces.
    pub async fn create_tournament(&self, stored: &StoredTournament) -> Result<()> {
        let sql = "insert into tournament (tournament_id, guild_id, channel_id, name, name_key, version, phase, \
                   created_at, next_timer_at, state) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        let row = args![
            stored.tournament_id.0,
            stored.guild_id,
            stored.channel_id,
            stored.name.as_str(),
            stored.name.to_lowercase(),
            stored.version,
            stored.tournament.phase.as_str(),
            stored.created_at,
            stored.next_timer_at(),
            to_json(&stored.tournament),
        ];
        self.change(sql, row).await.map(drop)
    }

    pub async fn delete_tournament_draft(&self, tournament: TournamentId) -> Result<()> {
        let sql = "delete from tournament where tournament_id = $1 and phase = 'draft'";
        self.change(sql, args![tournament.0]).await.map(drop)
    }

    /// The tournaments of a server: those that are not over first, then the newest.
    pub async fn tournaments_of(&self, guild: GuildId, limit: u32) -> Result<Vec<StoredTournament>> {
        let sql = select_tournament!(
            "where guild_id = $1 order by phase in ('over', 'cancelled'), created_at desc, tournament_id limit $2"
        );
        self.list("tournament", sql, args![guild, limit], read_tournament).await
    }

    pub async fn tournament(&self, tournament: TournamentId) -> Result<Option<StoredTournament>> {
        let sql = select_tournament!("where tournament_id = $1");
        self.first("tournament", sql, args![tournament.0], read_tournament).await
    }

    /// Writes one step of a tournament: atomic, conditional on `version - 1` being the current version. What it takes in is no longer
    /// among the new phases of its games.
    pub async fn write_tournament(&self, write: &TournamentWrite) -> Result<TournamentWriteOutcome> {
        self.change_with_retries("write_tournament", || self.try_write_tournament(write)).await
    }

    async fn try_write_tournament(&self, write: &TournamentWrite) -> Result<TournamentWriteOutcome> {
        let mut connection = self.write.begin().await?;
        let done = match write_step(&mut connection, write).await {
            Ok(true) => Ok(TournamentWriteOutcome::Written),
            Ok(false) => Ok(TournamentWriteOutcome::Stale),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(TournamentWriteOutcome::NameTaken),
            Err(error) => Err(error.into()),
        };
        match &done {
            Ok(TournamentWriteOutcome::Written) => connection.commit().await?,
            _ => connection.roll_back().await,
        }
        done
    }

    /// Tournaments for which something has happened or is due: at most `limit`, those after `after`, by id.
    pub async fn tournaments_to_update(
        &self,
        now: Timestamp,
        after: Option<TournamentId>,
        limit: u32,
    ) -> Result<Vec<TournamentId>> {
        let sql = "select tournament_id from tournament where tournament_id > $2 and (next_timer_at <= $1 \
                   or tournament_id in (select competition_id from competition_inbox where competition = 'tournament')) \
                   order by tournament_id limit $3";
        let after = after.map_or(i64::MIN, |tournament| tournament.0);
        self.list("tournament", sql, args![now, after, limit], |read| Ok(TournamentId(read.int()?))).await
    }

    /// Tournaments that this person takes part in and that are not over.
    pub async fn open_tournaments_with(&self, user: UserId) -> Result<Vec<TournamentId>> {
        let sql = "select player.tournament_id from tournament_player as player join tournament \
                   on tournament.tournament_id = player.tournament_id where player.user_id = $1 \
                   and tournament.phase in ('sign-up', 'running') order by player.tournament_id";
        self.list("tournament_player", sql, args![user], |read| Ok(TournamentId(read.int()?))).await
    }

    /// Forgets what becomes of the games of a tournament that is over.
    pub async fn discard_tournament_phases(&self, tournament: TournamentId) -> Result<()> {
        self.discard_phase_changes(Competition::Tournament(tournament)).await
    }
}

fn to_json(value: &Tournament) -> String {
    serde_json::to_string(value).expect("a tournament is plain data")
}

/// Writes nothing when the version is not the expected one.
async fn write_step(connection: &mut Connection, write: &TournamentWrite) -> sqlx::Result<bool> {
    let stored = &write.stored;
    let id = stored.tournament_id.0;
    let sql = "update tournament set version = $2, name = $3, name_key = $4, channel_id = $5, phase = $6, \
               next_timer_at = $7, state = $8 where tournament_id = $1 and version = $2 - 1 returning tournament_id";
    let row = args![
        id,
        stored.version,
        stored.name.as_str(),
        stored.name.to_lowercase(),
        stored.channel_id,
        stored.tournament.phase.as_str(),
        stored.next_timer_at(),
        to_json(&stored.tournament),
    ];
    if connection.run(sql, row).await?.is_empty() {
        return Ok(false);
    }
    let users = stored.names.iter().filter(|(user, _)| stored.tournament.has_seen(*user));
    let names = users.map(|(user, name)| row! { tournament_id: id, user_id: *user, name: name.as_str() }).collect();
    let sql = "delete from tournament_player where tournament_id = $1";
    connection.run(sql, args![id]).await?;
    insert_rows(connection, insert!("tournament_player", "$1", "", int tournament_id, int user_id, text name), names)
        .await?;
    let competition = Competition::Tournament(stored.tournament_id);
    for part in stored.latest_posts() {
        let (sql, args) = add_post(competition, part, stored.channel_id);
        connection.run(sql, args).await?;
    }
    delete_taken_in(connection, &write.taken_in).await?;
    if let Some(entry) = &write.audit {
        let (sql, args) = insert_audit(entry);
        connection.run(sql, args).await?;
    }
    Ok(true)
}
