//! Messages to send, and messages posted at Discord.

use tracing::error;

use crate::domain::{ChannelId, GameId, Notice, PostedKind, Timestamp};
use crate::store::connection::engine::{Statement, args, claim};
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

/// A claimed message of the outbox, to be sent before the lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Also Discord's nonce.
    pub message_id: i64,
    pub game_id: GameId,
    pub version: i64,
    pub notice: Notice,
    /// Attempts, including this one.
    pub attempts: u32,
    /// The outcome of an earlier attempt is unknown, so the message may already be posted.
    pub may_be_posted: bool,
    pub created_at: Timestamp,
    /// End of the claim. It identifies the claim: a process that returns after its lease cannot release another
    /// process's claim.
    pub lease_until: Timestamp,
}

/// The known effect of a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendOutcome {
    /// Discord refused it or was not asked.
    NotSent,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadMessage {
    pub message_id: i64,
    pub game_id: GameId,
    pub created_at: Timestamp,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutboxBacklog {
    pub waiting: u64,
    pub dead: u64,
    pub oldest: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedMessage {
    pub game_id: GameId,
    pub version: i64,
    pub kind: PostedKind,
    pub channel_id: ChannelId,
    pub discord_id: u64,
}

fn read_message(read: &mut Reader) -> Result<Message> {
    let message_id = read.at("message_id").int()?;
    let game_id = read.at("game_id").game()?;
    read.key = format!("message {message_id} of game {game_id}");
    Ok(Message {
        message_id,
        game_id,
        version: read.at("version").int()?,
        notice: read.at("notice").json()?,
        attempts: read.at("attempts").small()?,
        // This claim counts as one of them.
        may_be_posted: read.at("doubts").int()? > 1,
        created_at: read.at("created_at").time()?,
        lease_until: read.at("claimed_until").time()?,
    })
}

fn insert_posted(posted: &PostedMessage) -> Statement {
    let sql = "insert into posted (game_id, version, kind, channel_id, discord_id) values ($1, $2, $3, $4, $5) \
               on conflict (game_id, version, kind, channel_id) do update set discord_id = $5 returning game_id";
    (sql, args![posted.game_id.0, posted.version, posted.kind.as_str(), posted.channel_id.0, posted.discord_id])
}

fn delete_posted(posted: &PostedMessage) -> Statement {
    let sql = "delete from posted where game_id = $1 and version = $2 and kind = $3 and channel_id = $4";
    (sql, args![posted.game_id.0, posted.version, posted.kind.as_str(), posted.channel_id.0])
}

impl Store {
    /// Claims the messages to send now until `lease_until`, only the oldest of each game. One that waits for its time
    /// and may be overtaken ([`Notice::may_be_overtaken`]) does not count as the oldest. An unreadable row is logged,
    /// marked as dead and skipped.
    pub async fn claim_messages(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>> {
        self.claim_of_outbox(now, lease_until, limit, false).await
    }

    /// Like [`Store::claim_messages`], but without personal notices.
    pub async fn claim_boards(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>> {
        self.claim_of_outbox(now, lease_until, limit, true).await
    }

    /// Claims messages with or without personal notices (`Notice::is_personal`).
    async fn claim_of_outbox(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
        only_boards: bool,
    ) -> Result<Vec<Message>> {
        // Only the oldest message of each game, so that messages reach the channel in order. One that may be
        // overtaken, was certainly not sent and waits for its time holds nothing back. `limit +`, because SQLite
        // recompiles a statement with a bare variable as its limit each time.
        let sql = claim!(
            self.engine(),
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
        let rows = self.change(sql, args![now, lease_until, limit, only_boards]).await?;
        let mut messages = Vec::with_capacity(rows.len());
        for row in rows {
            let mut read = Reader::new("outbox", row);
            match read_message(&mut read) {
                Ok(message) => messages.push(message),
                Err(problem) => {
                    error!(event = "message_unreadable", error = %problem, "Marked as dead a message that cannot be read: {problem}");
                    self.message_dead(read.at("message_id").int()?, &problem.to_string()).await?;
                }
            }
        }
        Ok(messages)
    }

    /// Records a posted message. Other messages of the same notice may still be waiting.
    pub async fn record_posted(&self, posted: &PostedMessage) -> Result<()> {
        let (sql, args) = insert_posted(posted);
        self.change(sql, args).await.map(drop)
    }

    /// Records a posted message and deletes it from the outbox, in one transaction.
    pub async fn message_sent(&self, message_id: i64, posted: Option<PostedMessage>) -> Result<()> {
        let delete = ("delete from outbox where message_id = $1", args![message_id]);
        match posted {
            Some(posted) => self.write_steps(insert_posted(&posted), [delete]).await.map(drop),
            None => self.change(delete.0, delete.1).await.map(drop),
        }
    }

    /// Retries at `at`. Does nothing if the lease has ended and another process has claimed the message.
    pub async fn message_retry(
        &self,
        message: &Message,
        at: Timestamp,
        tried: SendOutcome,
        problem: &str,
    ) -> Result<()> {
        let sql = "update outbox set available_at = $2, problem = $3, doubts = doubts - $4, claimed_until = null \
                   where message_id = $1 and claimed_until = $5";
        let was_not_sent = tried == SendOutcome::NotSent;
        self.change(sql, args![message.message_id, at.0, problem, was_not_sent, message.lease_until.0]).await.map(drop)
    }

    /// Makes messages due now that wait for another attempt after one of unknown outcome. Returns their number.
    pub async fn bring_forward(&self, now: Timestamp) -> Result<usize> {
        let sql = "update outbox set available_at = $1 where dead is null and doubts > 0 and available_at > $1 \
                   and (claimed_until is null or claimed_until <= $1) returning message_id";
        Ok(self.change(sql, args![now.0]).await?.len())
    }

    /// Makes a message due now that waits for another attempt.
    pub async fn make_due(&self, message_id: i64, now: Timestamp) -> Result<()> {
        let sql = "update outbox set available_at = $2 where message_id = $1 and dead is null and available_at > $2 \
                   and (claimed_until is null or claimed_until <= $2)";
        self.change(sql, args![message_id, now.0]).await.map(drop)
    }

    pub async fn message_dead(&self, message_id: i64, reason: &str) -> Result<()> {
        let sql = "update outbox set dead = $2, claimed_until = null where message_id = $1";
        self.change(sql, args![message_id, reason]).await.map(drop)
    }

    pub async fn dead_messages(&self) -> Result<Vec<DeadMessage>> {
        let sql = "select message_id, game_id, created_at, dead from outbox where dead is not null \
                   order by created_at, game_id, version, seq";
        let read = |read: &mut Reader| {
            let (message_id, game_id, created_at) = (read.int()?, read.game()?, read.time()?);
            Ok(DeadMessage { message_id, game_id, created_at, reason: read.text()? })
        };
        self.list("outbox", sql, Vec::new(), read).await
    }

    pub async fn outbox_backlog(&self) -> Result<OutboxBacklog> {
        let sql = "select count(*), min(created_at), (select count(*) from outbox where dead is not null) \
                   from outbox where dead is null";
        let read =
            |read: &mut Reader| Ok(OutboxBacklog { waiting: read.id()?, oldest: read.opt_time()?, dead: read.id()? });
        Ok(self.first("outbox", sql, Vec::new(), read).await?.unwrap_or_default())
    }

    /// Deletes dead messages that were last due before this instant. Returns their number.
    pub async fn delete_dead_messages(&self, before: Timestamp) -> Result<usize> {
        let sql = "delete from outbox where dead is not null and available_at < $1 returning message_id";
        Ok(self.change(sql, args![before.0]).await?.len())
    }

    pub async fn retry_dead_messages(&self) -> Result<usize> {
        let sql = "update outbox set dead = null, attempts = 0, available_at = created_at where dead is not null \
                   returning message_id";
        Ok(self.change(sql, Vec::new()).await?.len())
    }

    /// Posted messages about this game, newest first.
    pub async fn posted_messages(&self, game: GameId) -> Result<Vec<PostedMessage>> {
        let sql = "select game_id, version, kind, channel_id, discord_id from posted where game_id = $1 order by version desc, kind desc, channel_id desc";
        let read = |read: &mut Reader| {
            let (game_id, version, kind) = (read.game()?, read.int()?, read.parse()?);
            Ok(PostedMessage { game_id, version, kind, channel_id: read.channel()?, discord_id: read.id()? })
        };
        self.list("posted", sql, args![game], read).await
    }

    /// Games whose challenge is answered but whose challenge message still has its buttons, with nothing else to send;
    /// by id, after the game `after`.
    pub async fn games_with_unclosed_challenges(&self, after: GameId, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select distinct posted.game_id from posted join game on game.game_id = posted.game_id \
                   where posted.kind = 'challenge' and posted.game_id > $1 and game.phase <> 'offered' and not exists \
                   (select 1 from outbox where outbox.game_id = posted.game_id and outbox.dead is null) \
                   order by posted.game_id limit $2";
        self.list("posted", sql, args![after, limit], Reader::game).await
    }

    /// Deletes the record of a posted message that was deleted at Discord or has lost its buttons.
    pub async fn delete_posted(&self, posted: &PostedMessage) -> Result<()> {
        let (sql, args) = delete_posted(posted);
        self.change(sql, args).await.map(drop)
    }

    pub async fn replace_posted(&self, old: &PostedMessage, new: &PostedMessage) -> Result<()> {
        self.write_steps(insert_posted(new), [delete_posted(old)]).await.map(drop)
    }
}
