//! What the bot asks of Discord, as a port, and what Discord may answer.

use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value};
use tracing::warn;

use crate::discord::message::OutgoingMessage;
use crate::discord::messenger::{Delivery, MessageSender};
use crate::domain::{ChannelId, UserId};

/// Why a request to Discord failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum DiscordError {
    /// Discord refused the request.
    #[error("Discord answered {status}, code {code}: {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Discord's own code; 0 when it gave none.
        code: u64,
        /// Its sentence.
        message: String,
    },
    /// Rate limited; try again after this time.
    #[error("Discord asks to wait {0:?}")]
    RateLimited(Duration),
    /// No answer, or none that can be read; whether it was done is unknown.
    #[error("Discord did not answer: {0}")]
    NoResponse(String),
}

impl DiscordError {
    /// Discord's own code, 0 for none.
    pub const fn code(&self) -> u64 {
        match self {
            Self::Refused { code, .. } => *code,
            _ => 0,
        }
    }

    /// Discord knows this channel and the bot cannot write there: gone, forbidden, locked, closed.
    pub const fn is_unreachable(&self) -> bool {
        self.is_refusal()
            && (self.refuses_direct_messages()
                || matches!(self.code(), 10003 | 10004 | 50001 | 50008 | 50013 | 50083 | 160_005 | 160_006))
    }

    /// This person takes no direct messages from us.
    pub const fn refuses_direct_messages(&self) -> bool {
        matches!(self.code(), 50007 | 50278)
    }

    /// The same request will be refused wherever and whenever it is made: its form, its size, its content.
    pub const fn is_permanent(&self) -> bool {
        self.is_refusal()
            && matches!(
                self.code(),
                10008 | 40005 | 50006 | 50035 | 50045 | 50046 | 50109 | 200_000 | 200_001 | 240_000
            )
    }

    /// Discord itself considered the request and said no: for things that the game can do without. What has no code of Discord's
    /// comes from something between us, and a token that is refused (401) will be mended by the host.
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { status: 400..500, code: 1.., .. } if !matches!(self, Self::Refused { status: 401 | 429, .. }))
    }

    /// Whether it was done is unknown.
    pub const fn is_outcome_unknown(&self) -> bool {
        matches!(self, Self::NoResponse(_) | Self::Refused { status: 500.., .. })
    }
}

/// What the bot asks of Discord.
#[async_trait]
pub trait DiscordApi: Send + Sync + 'static {
    /// Posts a message; the same nonce within the last minutes gives the message that stands already.
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64, DiscordError>;
    /// Changes a message of ours.
    async fn edit(&self, channel: ChannelId, message: u64, body: &Map<String, Value>) -> Result<(), DiscordError>;
    /// Deletes a message of ours.
    async fn delete(&self, channel: ChannelId, message: u64) -> Result<(), DiscordError>;
    /// Starts the thread of a message; its id is the message's. Doing it again does no harm.
    async fn start_thread(&self, channel: ChannelId, message: u64, name: &str) -> Result<ChannelId, DiscordError>;
    /// Is there such a channel or thread?
    async fn channel_exists(&self, _channel: ChannelId) -> Result<bool, DiscordError> {
        Ok(true)
    }
    /// The channel for direct messages to this person.
    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError>;
    /// First answer to an interaction, with the picture and files of this post.
    async fn create_interaction_response(
        &self,
        id: u64,
        token: &str,
        kind: u8,
        data: Value,
        post: Option<&OutgoingMessage>,
    ) -> Result<(), DiscordError>;
    /// Completes a deferred answer.
    async fn edit_original_response(&self, token: &str, post: &OutgoingMessage) -> Result<(), DiscordError>;
    /// Changes the answer that was given to an interaction a short while ago; `false` when no such answer is known.
    async fn edit_recent_response(&self, interaction: u64, post: &OutgoingMessage) -> Result<bool, DiscordError>;
    /// Registers the commands, all of them at once.
    async fn register(&self, tree: &Value) -> Result<(), DiscordError>;
}

/// The outcome of an attempt, for a caller who waits for it.
fn delivery(done: Result<u64, DiscordError>) -> Delivery {
    match done {
        Ok(_) => Delivery::Done,
        Err(error) if error.is_unreachable() => Delivery::Unreachable,
        Err(error) => {
            warn!(%error, "Could not send a message: {error}");
            Delivery::Failed
        }
    }
}

#[async_trait]
impl<D: DiscordApi> MessageSender for D {
    async fn direct_message(&self, user: UserId, post: &OutgoingMessage, nonce: &str) -> Delivery {
        match self.open_dm(user).await {
            Ok(channel) => delivery(DiscordApi::post(self, channel, post, nonce).await),
            Err(error) => delivery(Err(error)),
        }
    }

    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Delivery {
        delivery(DiscordApi::post(self, channel, post, nonce).await)
    }

    async fn channel_exists(&self, channel: ChannelId) -> bool {
        !matches!(DiscordApi::channel_exists(self, channel).await, Ok(false))
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn refused(status: u16, code: u64) -> DiscordError {
        DiscordError::Refused { status, code, message: String::new() }
    }

    #[test]
    fn only_what_discord_says_with_a_known_code_is_final() {
        // status, code: the place is closed, the request is hopeless, it is a considered no, its outcome is unknown
        for (status, code, closed, hopeless, no, doubt) in [
            (401, 0, false, false, false, false),
            (401, 40001, false, false, false, false),
            (403, 0, false, false, false, false),
            (403, 50001, true, false, true, false),
            (403, 50007, true, false, true, false),
            (403, 50013, true, false, true, false),
            (403, 40333, false, false, true, false),
            (404, 0, false, false, false, false),
            (404, 10003, true, false, true, false),
            (400, 50035, false, true, true, false),
            (400, 50083, true, false, true, false),
            (400, 99999, false, false, true, false),
            (500, 0, false, false, false, true),
            (503, 50001, false, false, false, true),
        ] {
            let error = refused(status, code);
            let found = (error.is_unreachable(), error.is_permanent(), error.is_refusal(), error.is_outcome_unknown());
            assert_eq!(found, (closed, hopeless, no, doubt), "{status} {code}");
        }
        assert!(DiscordError::NoResponse(String::new()).is_outcome_unknown());
        let fast = DiscordError::RateLimited(Duration::from_secs(1));
        assert!(!fast.is_outcome_unknown() && !fast.is_refusal());
    }
}
