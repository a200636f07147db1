//! Messages of the outbox, and messages that stand at Discord.

use crate::domain::{ChannelId, GameId, Notice, PostedKind, Timestamp};

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
    /// What it is.
    pub kind: PostedKind,
    /// Where.
    pub channel_id: ChannelId,
    /// Discord's id of it.
    pub discord_id: u64,
}
