//! Messages to send, and messages posted at Discord.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use async_trait::async_trait;

use crate::domain::{ChannelId, GameId, Notice, PostedKind, Timestamp};
use crate::store::error::Result;

/// Stores messages to send, and messages posted at Discord.
#[async_trait]
pub trait OutboxStore: Send + Sync + 'static {
    /// Claims the messages to send now, only the oldest of each game, until `lease_until`. One that waits for its time and may be
    /// overtaken ([`Notice::may_be_overtaken`]) does not count as the oldest. A row that cannot be read is logged, marked as dead, and
    /// skipped.
    async fn claim_messages(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>>;
    /// The same without personal notices.
    async fn claim_boards(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>>;
    /// Records a posted message. Other messages of the same notice may still wait to be sent.
    async fn record_posted(&self, posted: &PostedMessage) -> Result<()>;
    /// Records a posted message and deletes it from the outbox.
    async fn message_sent(&self, message_id: i64, posted: Option<PostedMessage>) -> Result<()>;
    /// Tries again at `at`. Does nothing after the lease has ended and another process has claimed the message.
    async fn message_retry(&self, message: &Message, at: Timestamp, tried: SendOutcome, problem: &str) -> Result<()>;
    /// Makes due now what waits for another try after one of unknown outcome. Returns their number.
    async fn bring_forward(&self, now: Timestamp) -> Result<usize>;
    /// Marks a message as never to be sent, with the reason for the host.
    async fn message_dead(&self, message_id: i64, reason: &str) -> Result<()>;
    /// Messages marked as dead, oldest first.
    async fn dead_messages(&self) -> Result<Vec<DeadMessage>>;
    /// What waits to be sent, and what is dead.
    async fn outbox_backlog(&self) -> Result<OutboxBacklog>;
    /// Deletes dead messages that were last to be sent before this instant. Returns their number.
    async fn delete_dead_messages(&self, before: Timestamp) -> Result<usize>;
    /// Queues all dead messages again and returns their number.
    async fn retry_dead_messages(&self) -> Result<usize>;
    /// Posted messages about this game, newest first.
    async fn posted_messages(&self, game: GameId) -> Result<Vec<PostedMessage>>;
    /// Games whose challenge is answered but still stands with its buttons, and that have nothing else to send; those after the game
    /// `after`, by id.
    async fn games_with_unclosed_challenges(&self, after: GameId, limit: u32) -> Result<Vec<GameId>>;
    /// Deletes the record of a posted message that was deleted at Discord or has lost its buttons.
    async fn delete_posted(&self, posted: &PostedMessage) -> Result<()>;
}

/// A claimed message of the outbox, to be sent before the lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Also Discord's nonce.
    pub message_id: i64,
    pub game_id: GameId,
    /// The version of the game that it tells about.
    pub version: i64,
    pub notice: Notice,
    /// Tries, including this one.
    pub attempts: u32,
    /// The outcome of an earlier try is unknown: the message may already be posted.
    pub may_be_posted: bool,
    pub created_at: Timestamp,
    /// End of the claim. It identifies the claim: a process that returns after its lease cannot release another process's
    /// claim.
    pub lease_until: Timestamp,
}

impl Message {
    /// The id of the message at this place of the outbox: the same in every run of a simulation.
    pub fn id_at(game: GameId, version: i64, seq: i64) -> i64 {
        let mut hasher = DefaultHasher::new();
        (game.0, version, seq).hash(&mut hasher);
        (hasher.finish() >> 1).cast_signed()
    }
}

/// What a failed try is known to have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendOutcome {
    /// Discord refused it or was not asked.
    NotSent,
    /// The outcome is unknown.
    Unknown,
}

/// A message of the outbox that will not be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadMessage {
    pub message_id: i64,
    pub game_id: GameId,
    pub created_at: Timestamp,
    pub reason: String,
}

/// How much stands in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutboxBacklog {
    pub waiting: u64,
    pub dead: u64,
    /// Since when the oldest message waits.
    pub oldest: Option<Timestamp>,
}

/// A message posted in a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedMessage {
    pub game_id: GameId,
    pub version: i64,
    pub kind: PostedKind,
    pub channel_id: ChannelId,
    pub discord_id: u64,
}
