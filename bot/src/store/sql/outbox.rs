//! Messages to send, and messages posted at Discord.

use async_trait::async_trait;
use tracing::error;

use crate::crash_point;
use crate::crash_point::Point;
use crate::domain::{GameId, Timestamp};
use crate::store::error::Result;
use crate::store::outbox::{DeadMessage, Message, OutboxBacklog, OutboxStore, PostedMessage, SendOutcome};
use crate::store::sql::connection::engine::{Engine, args, claim};
use crate::store::sql::rows;
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;

/// The messages to send now, with personal notices (`Notice::is_personal`) or without.
async fn claim_due<DB: Engine>(
    store: &SqlStore<DB>,
    now: Timestamp,
    lease_until: Timestamp,
    limit: u32,
    only_boards: bool,
) -> Result<Vec<Message>> {
    // Only the oldest message of each game: they reach the channel in order. One that may be overtaken, was surely not sent, and
    // waits for its time holds nothing back. `limit +`: SQLite compiles a statement with a bare variable as its limit anew each time.
    let sql = claim!(
        DB,
        "select head.message_id from outbox as head where head.dead is null and head.available_at <= $1 \
         and (head.claimed_until is null or head.claimed_until <= $1) and ($4 = 0 or head.is_personal = 0) and not exists \
         (select 1 from outbox as older where older.game_id = head.game_id and older.dead is null \
         and (older.version < head.version or (older.version = head.version and older.seq < head.seq)) \
         and not (older.available_at > $1 and older.doubts = 0 and older.may_be_overtaken = 1)) \
         order by head.available_at limit +$3",
        "update outbox set claimed_until = $2, attempts = attempts + 1, doubts = doubts + 1 \
         where message_id in (select message_id from found) and (claimed_until is null or claimed_until <= $1) \
         returning message_id, game_id, version, notice, attempts, created_at, doubts, claimed_until"
    );
    let rows = store.change(sql, args![now.0, lease_until.0, limit, i64::from(only_boards)]).await?;
    let mut messages = Vec::with_capacity(rows.len());
    for row in &rows {
        match rows::message::<DB>(row) {
            Ok(message) => messages.push(message),
            Err(problem) => {
                error!(event = "message_unreadable", error = %problem, "Marked as dead a message that cannot be read: {problem}");
                let message_id = Reader::<DB>::new("outbox", row).int()?;
                store.message_dead(message_id, &problem.to_string()).await?;
            }
        }
    }
    Ok(messages)
}

#[async_trait]
impl<DB: Engine> OutboxStore for SqlStore<DB> {
    async fn claim_messages(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>> {
        claim_due(self, now, lease_until, limit, false).await
    }

    async fn claim_boards(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>> {
        claim_due(self, now, lease_until, limit, true).await
    }

    async fn record_posted(&self, posted: &PostedMessage) -> Result<()> {
        let sql = "insert into posted (game_id, version, kind, channel_id, discord_id) values ($1, $2, $3, $4, $5) \
                   on conflict (game_id, version, kind, channel_id) do update set discord_id = $5";
        let row = args![posted.game_id.0, posted.version, posted.kind.as_str(), posted.channel_id.0, posted.discord_id];
        self.change(sql, row).await?;
        Ok(())
    }

    async fn message_sent(&self, message_id: i64, posted: Option<PostedMessage>) -> Result<()> {
        // Record first, then delete: a crash in between sends the message again, and Discord drops the repeat by its nonce.
        if let Some(posted) = posted {
            self.record_posted(&posted).await?;
        }
        crash_point::point(Point::RecordedNotRemoved);
        self.change("delete from outbox where message_id = $1", args![message_id]).await?;
        Ok(())
    }

    async fn message_retry(&self, message: &Message, at: Timestamp, tried: SendOutcome, problem: &str) -> Result<()> {
        let sql = "update outbox set available_at = $2, problem = $3, doubts = doubts - $4, claimed_until = null \
                   where message_id = $1 and claimed_until = $5";
        let settled = i64::from(tried == SendOutcome::NotSent);
        self.change(sql, args![message.message_id, at.0, problem, settled, message.lease_until.0]).await?;
        Ok(())
    }

    async fn bring_forward(&self, now: Timestamp) -> Result<usize> {
        let sql = "update outbox set available_at = $1 where dead is null and doubts > 0 and available_at > $1 \
                   and (claimed_until is null or claimed_until <= $1) returning message_id";
        Ok(self.change(sql, args![now.0]).await?.len())
    }

    async fn message_dead(&self, message_id: i64, reason: &str) -> Result<()> {
        let sql = "update outbox set dead = $2, claimed_until = null where message_id = $1";
        self.change(sql, args![message_id, reason]).await?;
        Ok(())
    }

    async fn dead_messages(&self) -> Result<Vec<DeadMessage>> {
        let sql = "select message_id, game_id, created_at, dead from outbox where dead is not null \
                   order by created_at, game_id, version, seq";
        let rows = self.rows(sql, Vec::new()).await?;
        rows.iter().map(rows::dead::<DB>).collect()
    }

    async fn outbox_backlog(&self) -> Result<OutboxBacklog> {
        let sql = "select count(*), min(created_at), (select count(*) from outbox where dead is not null) \
                   from outbox where dead is null";
        let rows = self.rows(sql, Vec::new()).await?;
        let Some(row) = rows.first() else { return Ok(OutboxBacklog::default()) };
        let mut reader = Reader::<DB>::new("outbox", row);
        let (waiting, oldest, dead) = (reader.int()?, reader.opt_int()?, reader.int()?);
        Ok(OutboxBacklog {
            waiting: waiting.cast_unsigned(),
            dead: dead.cast_unsigned(),
            oldest: oldest.map(Timestamp),
        })
    }

    async fn delete_dead_messages(&self, before: Timestamp) -> Result<usize> {
        let sql = "delete from outbox where dead is not null and available_at < $1 returning message_id";
        Ok(self.change(sql, args![before.0]).await?.len())
    }

    async fn retry_dead_messages(&self) -> Result<usize> {
        let sql = "update outbox set dead = null, attempts = 0, available_at = created_at where dead is not null \
                   returning message_id";
        Ok(self.change(sql, Vec::new()).await?.len())
    }

    async fn posted_messages(&self, game: GameId) -> Result<Vec<PostedMessage>> {
        let sql = "select game_id, version, kind, channel_id, discord_id from posted where game_id = $1 order by version desc, kind desc, channel_id desc";
        let rows = self.rows(sql, args![game.0]).await?;
        rows.iter().map(rows::read_posted_message::<DB>).collect()
    }

    async fn games_with_unclosed_challenges(&self, after: GameId, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select distinct posted.game_id from posted join game on game.game_id = posted.game_id \
                   where posted.kind = 'challenge' and posted.game_id > $1 and game.phase <> 'offered' and not exists \
                   (select 1 from outbox where outbox.game_id = posted.game_id and outbox.dead is null) \
                   order by posted.game_id limit $2";
        let rows = self.rows(sql, args![after.0, limit]).await?;
        rows.iter().map(|row| Ok(GameId(Reader::<DB>::new("posted", row).int()?))).collect()
    }

    async fn delete_posted(&self, posted: &PostedMessage) -> Result<()> {
        let sql = "delete from posted where game_id = $1 and version = $2 and kind = $3 and channel_id = $4";
        self.change(sql, args![posted.game_id.0, posted.version, posted.kind.as_str(), posted.channel_id.0]).await?;
        Ok(())
    }
}
