//! What organizers do: the log of a server, and what they look at.

use async_trait::async_trait;
use tracing::error;

use crate::domain::clubs::rating::log::RatedGame;
use crate::domain::{
    AuditEntry, GameId, GameSummary, GuildId, OrganizerQuestion, Phase, QuestionAbout, RequestId, Timestamp, UserId,
};
use crate::store::clubs::organizer::{BrokenOff, OrganizerStore};
use crate::store::error::{Result, StoreError};
use crate::store::sql::clubs::rating::read_game;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::game_row::select_game_and_seat;
use crate::store::sql::rows::{Reader, competition};
use crate::store::sql::store::SqlStore;
use crate::store::sql::whole_games;
use crate::store::sql::write::audit::{INSERT_AUDIT, audit_args};

fn read_audit<DB: Engine>(row: &DB::Row) -> Result<AuditEntry> {
    let mut read = Reader::<DB>::new("audit", row);
    let user = |id: Option<i64>| id.map(|id| UserId(id.cast_unsigned()));
    Ok(AuditEntry {
        guild: GuildId(read.id()?),
        request: RequestId(read.id()?),
        at: Timestamp(read.int()?),
        actor: user(read.opt_int()?),
        action: read.parse()?,
        game: read.opt_int()?.map(GameId),
        competition: competition(&mut read)?,
        player: user(read.opt_int()?),
        detail: read.opt_text()?,
        reason: read.opt_text()?,
    })
}

fn read_question<DB: Engine>(row: &DB::Row) -> Result<OrganizerQuestion> {
    let mut read = Reader::<DB>::new("organizer_question", row);
    Ok(OrganizerQuestion {
        request: RequestId(read.id()?),
        guild: GuildId(read.id()?),
        actor: UserId(read.id()?),
        about: {
            let (game, version, text) = (GameId(read.int()?), read.int()?, read.text()?);
            if let Some(removal) = text.strip_prefix("remove ") {
                let (removed_from, player) = removal.rsplit_once(' ').ok_or_else(|| read.corrupt("it names nobody"))?;
                let competition = removed_from.parse().map_err(|problem| read.corrupt(problem))?;
                let player = UserId(player.parse().map_err(|problem| read.corrupt(problem))?);
                QuestionAbout::Removal { competition, player }
            } else {
                let decision = text.parse().map_err(|problem| read.corrupt(problem))?;
                QuestionAbout::Game { game, version, decision }
            }
        },
        reason: read.text()?,
        at: Timestamp(read.int()?),
    })
}

/// Rows of games with one row for each seat, in order.
fn summaries<DB: Engine>(rows: &[DB::Row]) -> Vec<GameSummary> {
    let mut found = Vec::<GameSummary>::new();
    for row in rows {
        match whole_games::game_and_seat::<DB>(row) {
            Ok((game, seat)) => match found.last_mut() {
                Some(summary) if summary.game.game_id == game.game_id => summary.seats.push(seat),
                _ => found.push(GameSummary { game, seats: vec![seat] }),
            },
            Err(problem) => error!(error = %problem, "Left a corrupt game out of a list: {problem}"),
        }
    }
    found
}

fn read_broken_off<DB: Engine>(row: &DB::Row) -> Result<(GameId, BrokenOff)> {
    let mut read = Reader::<DB>::new("game", row);
    let (game, reason, user) = (GameId(read.int()?), read.text()?, UserId(read.id()?));
    let reason = reason.parse().map_err(|problem| read.corrupt(problem))?;
    Ok((game, BrokenOff { game, reason, players: vec![user] }))
}

#[async_trait]
impl<DB: Engine> OrganizerStore for SqlStore<DB> {
    async fn record_audit(&self, entry: &AuditEntry) -> Result<()> {
        self.change(INSERT_AUDIT, audit_args(entry)).await.map(drop)
    }

    async fn audit_log(&self, guild: GuildId, skipped: u32, limit: u32) -> Result<Vec<AuditEntry>> {
        let sql = "select guild_id, request_id, at, actor, action, game_id, competition, competition_id, \
                   user_id, detail, reason from audit \
                   where guild_id = $1 order by at desc, request_id desc limit $3 offset $2";
        self.rows(sql, args![guild.0, skipped, limit]).await?.iter().map(read_audit::<DB>).collect()
    }

    async fn audit_log_after(
        &self,
        guild: GuildId,
        after: Option<(Timestamp, RequestId)>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>> {
        let sql = "select guild_id, request_id, at, actor, action, game_id, competition, competition_id, \
                   user_id, detail, reason from audit \
                   where guild_id = $1 and (at, request_id) < ($2, $3) order by at desc, request_id desc limit $4";
        let (at, request) = after.map_or((i64::MAX, i64::MAX), |(at, request)| (at.0, request.0.cast_signed()));
        self.rows(sql, args![guild.0, at, request, limit]).await?.iter().map(read_audit::<DB>).collect()
    }

    async fn audit_count(&self, guild: GuildId) -> Result<u32> {
        let rows = self.rows("select count(*) from audit where guild_id = $1", args![guild.0]).await?;
        let count = rows.first().map_or(Ok(0), |row| Reader::<DB>::new("audit", row).int())?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn keep_question(&self, question: &OrganizerQuestion, delete_before: Timestamp) -> Result<()> {
        self.change("delete from organizer_question where at < $1", args![delete_before.0]).await?;
        let sql = "insert into organizer_question (request_id, guild_id, actor, game_id, version, decision, reason, at) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (request_id) do nothing";
        // No game has the id 0.
        let (game, version, decision) = match question.about {
            QuestionAbout::Game { game, version, decision } => (game.0, version, decision.to_string()),
            QuestionAbout::Removal { competition, player } => (0, 0, format!("remove {competition} {}", player.0)),
        };
        let args = args![
            question.request.0,
            question.guild.0,
            question.actor.0,
            game,
            version,
            decision.as_str(),
            question.reason.as_str(),
            question.at.0
        ];
        self.change(sql, args).await.map(drop)
    }

    async fn question(&self, request: RequestId) -> Result<Option<OrganizerQuestion>> {
        let sql = "select request_id, guild_id, actor, game_id, version, decision, reason, at from organizer_question \
                   where request_id = $1";
        self.rows(sql, args![request.0]).await?.first().map(read_question::<DB>).transpose()
    }

    async fn games_of_guild(&self, guild: GuildId, phase: Phase, limit: u32) -> Result<Vec<GameSummary>> {
        let sql = concat!(
            "with newest as (select game_id as id from game where guild_id = $1 and phase = $2 \
             order by created_at desc, game_id limit $3) select ",
            select_game_and_seat!(),
            " from newest join game on game.game_id = newest.id \
             join seat on seat.game_id = game.game_id order by game.created_at desc, game.game_id, seat.seat"
        );
        Ok(summaries::<DB>(&self.rows(sql, args![guild.0, phase.word(), limit]).await?))
    }

    async fn annulled_but_counted(&self, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where phase = 'void' and is_counted = 1 order by game_id limit $1";
        let rows = self.rows(sql, args![limit]).await?;
        rows.iter().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).collect()
    }

    async fn forget_count(&self, game: GameId) -> Result<()> {
        self.change("update game set is_counted = 0 where game_id = $1 and phase = 'void'", args![game.0])
            .await
            .map(drop)
    }

    async fn rated_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<RatedGame>> {
        let sql = "select sequence, game_id, rating_group, guild_id, ended_at, first, second, score, annulled from rated_game \
                   where guild_id = $1 and ended_at >= $2 order by ended_at desc, sequence desc limit $3";
        self.rows(sql, args![guild.0, since.0, limit]).await?.iter().map(read_game::<DB>).collect()
    }

    async fn broken_off_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<BrokenOff>> {
        let sql = "with found as (select game_id as id, reason, created_at from game where guild_id = $1 and created_at >= $2 \
                   and ((phase = 'over' and reason = 'time') or (phase = 'void' and reason = 'aborted')) \
                   order by created_at desc, game_id limit $3) select found.id, found.reason, seat.user_id from found \
                   join seat on seat.game_id = found.id and seat.user_id is not null order by found.created_at desc, found.id, seat.seat";
        let mut found = Vec::<BrokenOff>::new();
        for row in &self.rows(sql, args![guild.0, since.0, limit]).await? {
            let (game, broken_off) = read_broken_off::<DB>(row)?;
            match found.last_mut() {
                Some(last) if last.game == game => last.players.extend(broken_off.players),
                _ => found.push(broken_off),
            }
        }
        Ok(found)
    }

    async fn rated_between(&self, one: UserId, other: UserId, since: Timestamp) -> Result<u32> {
        let sql = "select count(*) from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
                   and game.is_rated = 1 and game.phase <> 'void' and game.created_at >= $3 \
                   and exists (select 1 from seat as beside where beside.game_id = game.game_id and beside.user_id = $2)";
        let rows = self.rows(sql, args![one.0, other.0, since.0]).await?;
        let count = rows.first().map_or(Ok::<i64, StoreError>(0), |row| Reader::<DB>::new("game", row).int())?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}
