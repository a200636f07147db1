//! Messages of the outbox, and our messages at Discord.

use async_trait::async_trait;

use crate::domain::{ChannelId, GameId, Notice, Timestamp};
use crate::store::error::Result;

/// Keeps messages to send, and our messages at Discord.
#[async_trait]
pub trait OutboxStore: Send + Sync + 'static {
    /// Messages to send now, oldest of each game only, hidden from others until `lease_until`. A row that does not convert is
    /// parked as dead, logged, and skipped.
    async fn claim_messages(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Message>>;
    /// A message of ours stands in this place, be the rest of its notice said or not.
    async fn note_posted(&self, posted: &PostedMessage) -> Result<()>;
    /// The message stands in a channel: noted, and out of the outbox.
    async fn message_sent(&self, message_id: i64, posted: Option<PostedMessage>) -> Result<()>;
    /// Try again at `at`. Whoever comes back after the lease, when another process has the message, changes nothing.
    async fn message_retry(&self, message: &Message, at: Timestamp, tried: SendAttempt, problem: &str) -> Result<()>;
    /// Will never be sent; kept with its reason for the host.
    async fn message_dead(&self, message_id: i64, reason: &str) -> Result<()>;
    /// What was given up, oldest first.
    async fn dead_messages(&self) -> Result<Vec<DeadMessage>>;
    /// Takes up again what was given up; gives how many.
    async fn revive_messages(&self) -> Result<usize>;
    /// Messages of ours about this game that stand, newest first.
    async fn posted(&self, game: GameId) -> Result<Vec<PostedMessage>>;
    /// Forgets a message that has been taken down or disarmed.
    async fn unpost(&self, posted: &PostedMessage) -> Result<()>;
}

/// A message taken from the outbox, to be sent before the lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Also Discord's nonce.
    pub message_id: i64,
    /// Its game.
    pub game_id: GameId,
    /// The version it speaks of.
    pub version: i64,
    /// What to say.
    pub notice: Notice,
    /// Tries so far, this one included.
    pub attempts: u32,
    /// An earlier try came to an end that nobody knows: what it says may stand already.
    pub in_doubt: bool,
    /// When it was committed.
    pub created_at: Timestamp,
    /// When the claim ends: tells it from any other claim of the same message.
    pub lease_until: Timestamp,
}

/// What a try that failed is known to have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendAttempt {
    /// Nothing: Discord said so, or was not asked.
    Nothing,
    /// Nobody knows.
    Unknown,
}

/// A message of the outbox that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadMessage {
    /// Its number.
    pub message_id: i64,
    /// Its game.
    pub game_id: GameId,
    /// When it was committed.
    pub created_at: Timestamp,
    /// Why it was given up.
    pub reason: String,
}

/// A message of ours that stands in a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedMessage {
    /// The game.
    pub game_id: GameId,
    /// The version it spoke of.
    pub version: i64,
    /// [`Notice::word`], or what it has become since; [`PostedMessage::TEXT_BOARD`] for a board without a picture.
    pub word: String,
    /// Where.
    pub channel_id: ChannelId,
    /// Discord's id of it.
    pub discord_id: u64,
}

impl PostedMessage {
    /// The word of a board that stands in rows of text_board: its text is all that shows the position.
    pub const TEXT_BOARD: &str = "board_in_letters";

    /// Does it show the position in rows of letters, without a picture?
    pub fn is_text_board(&self) -> bool {
        self.word == Self::TEXT_BOARD
    }

    /// The word of what it is, however a board is shown.
    pub fn kind(&self) -> &str {
        if self.is_text_board() { "board" } else { &self.word }
    }
}
