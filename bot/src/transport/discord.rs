//! What the bot asks of Discord, as a port, and what Discord may answer.

use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value};

use crate::commands::{Picture, Post};
use crate::store::{ChannelId, UserId};

/// Why Discord did not do it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum DiscordError {
    /// Discord said no.
    #[error("Discord answered {status}, code {code}: {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Discord's own code; 0 when it gave none.
        code: u64,
        /// Its sentence.
        message: String,
    },
    /// Too fast; try again after so long.
    #[error("Discord asks to wait {0:?}")]
    TooFast(Duration),
    /// No answer, or none that can be read; whether it was done is unknown.
    #[error("Discord did not answer: {0}")]
    Silent(String),
}

impl DiscordError {
    /// Discord's own code, 0 for none.
    pub const fn code(&self) -> u64 {
        match self {
            Self::Refused { code, .. } => *code,
            _ => 0,
        }
    }

    /// May the same request succeed later?
    pub const fn is_transient(&self) -> bool {
        match self {
            Self::Refused { status, .. } => *status >= 500,
            Self::TooFast(_) | Self::Silent(_) => true,
        }
    }

    /// The place cannot be written to, now or ever: gone, forbidden, locked, closed.
    pub const fn is_no_way_in(&self) -> bool {
        matches!(self.code(), 10003 | 50001 | 50007 | 50013 | 50083 | 50278 | 160_005 | 160_006) || self.is_forbidden()
    }

    const fn is_forbidden(&self) -> bool {
        matches!(self, Self::Refused { status: 403, .. })
    }
}

/// What the bot asks of Discord.
#[async_trait]
pub trait Discord: Send + Sync + 'static {
    /// Posts a message; the same nonce within the last minutes gives the message that stands already.
    async fn post(&self, channel: ChannelId, post: &Post, nonce: &str) -> Result<u64, DiscordError>;
    /// Changes a message of ours.
    async fn edit(&self, channel: ChannelId, message: u64, body: &Map<String, Value>) -> Result<(), DiscordError>;
    /// Takes down a message of ours.
    async fn delete(&self, channel: ChannelId, message: u64) -> Result<(), DiscordError>;
    /// Starts the thread of a message; its id is the message's. Doing it again does no harm.
    async fn start_thread(&self, channel: ChannelId, message: u64, name: &str) -> Result<ChannelId, DiscordError>;
    /// Starts a thread that belongs to no message.
    async fn new_thread(&self, channel: ChannelId, name: &str) -> Result<ChannelId, DiscordError>;
    /// The channel for direct messages to this person.
    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError>;
    /// First answer to an interaction.
    async fn answer(
        &self,
        id: u64,
        token: &str,
        kind: u8,
        data: Value,
        picture: Option<&Picture>,
    ) -> Result<(), DiscordError>;
    /// Completes an answer that was put off.
    async fn complete(&self, token: &str, post: &Post) -> Result<(), DiscordError>;
    /// Registers the commands, all of them at once.
    async fn register(&self, tree: &Value) -> Result<(), DiscordError>;
}
