//! Tournaments of servers.

use games::domain::{GuildId, TournamentId, UserId};
use games::store::connection::engine::{Statement, args};
use games::store::connection::pool::Connection;
use games::store::error::Result;
use games::store::jobs::{JobKind, schedule_sooner};
use games::store::posts::add_post;
use games::store::rows::Reader;
use games::store::write::audit::insert_audit;
use games::store::write::json_rows::{insert, insert_rows, row};

use crate::domain::tournament::{StoredTournament, Tournament, TournamentWrite};
use crate::store::ClubStore;
use crate::store::competition::{WriteOutcome, add_message, delete_taken_in, end_step};

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

impl ClubStore<'_> {
    /// Inserts the draft of a tournament, which a later step announces.
    pub async fn create_tournament(self, stored: &StoredTournament) -> Result<()> {
        let sql = "insert into tournament (tournament_id, guild_id, channel_id, name, name_key, version, phase, \
                   created_at, state) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning tournament_id";
        let row = args![
            stored.tournament_id.0,
            stored.guild_id,
            stored.channel_id,
            stored.name.as_str(),
            stored.name.to_lowercase(),
            stored.version,
            stored.tournament.phase.as_str(),
            stored.created_at,
            to_json(&stored.tournament),
        ];
        self.write_steps((sql, row), schedule_next(stored)).await.map(drop)
    }

    pub async fn delete_tournament_draft(self, tournament: TournamentId) -> Result<()> {
        let sql = "delete from tournament where tournament_id = $1 and phase = 'draft'";
        self.change(sql, args![tournament.0]).await.map(drop)
    }

    /// A server's tournaments, newest first; those that are over come last.
    pub async fn tournaments_of(self, guild: GuildId, limit: u32) -> Result<Vec<StoredTournament>> {
        let sql = select_tournament!(
            "where guild_id = $1 order by phase in ('over', 'cancelled'), created_at desc, tournament_id limit $2"
        );
        self.list("tournament", sql, args![guild, limit], read_tournament).await
    }

    pub async fn tournament(self, tournament: TournamentId) -> Result<Option<StoredTournament>> {
        let sql = select_tournament!("where tournament_id = $1");
        self.first("tournament", sql, args![tournament.0], read_tournament).await
    }

    /// Writes one step of a tournament. Atomic, and conditional on `version - 1` being the current version. The phase
    /// changes it processes are deleted.
    pub async fn write_tournament(self, write: &TournamentWrite) -> Result<WriteOutcome> {
        let try_to_write = async || {
            let mut connection = self.begin_write().await?;
            let written = write_step(&mut connection, write).await;
            end_step(connection, written, None).await
        };
        self.change_with_retries("write_tournament", try_to_write).await
    }
}

fn to_json(value: &Tournament) -> String {
    serde_json::to_string(value).expect("a tournament is plain data")
}

fn schedule_next(stored: &StoredTournament) -> Option<Statement> {
    stored.next_timer_at().map(|at| schedule_sooner(JobKind::Tournament, stored.tournament_id.0, at))
}

/// Returns `false` without writing if the version is not the expected one.
async fn write_step(connection: &mut Connection, write: &TournamentWrite) -> sqlx::Result<bool> {
    let stored = &write.stored;
    let id = stored.tournament_id.0;
    let sql = "update tournament set version = $2, name = $3, name_key = $4, channel_id = $5, phase = $6, \
               state = $7 where tournament_id = $1 and version = $2 - 1 returning tournament_id";
    let row = args![
        id,
        stored.version,
        stored.name.as_str(),
        stored.name.to_lowercase(),
        stored.channel_id,
        stored.tournament.phase.as_str(),
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
    // After a move, messages that are still edited begin anew in the new channel.
    let sql = "delete from post where key = $1 and channel_id <> $2 and shown < $3 \
               and kind not in ('table', 'season', 'changes', 'puzzle')";
    connection.run(sql, args![id, stored.channel_id, i64::MAX]).await?;
    for kind in stored.latest_posts() {
        let (sql, args) = add_post(kind, stored.tournament_id, stored.guild_id, stored.channel_id);
        connection.run(sql, args).await?;
    }
    delete_taken_in(connection, &write.taken_in).await?;
    for (game, notice, at) in &write.messages {
        add_message(connection, *game, stored.version, notice, *at).await?;
    }
    if let Some((sql, args)) = schedule_next(stored) {
        connection.run(sql, args).await?;
    }
    if let Some(entry) = &write.audit {
        let (sql, args) = insert_audit(entry);
        connection.run(sql, args).await?;
    }
    Ok(true)
}
