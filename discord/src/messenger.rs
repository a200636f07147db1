//! Requests that go at once, outside of the outbox.

use std::sync::Arc;

use base::ids::{ChannelId, GuildId, Person, RoleId, UserId};
use tracing::{info, warn};

use crate::api::DiscordApi;
use crate::error::DiscordError;
use crate::message::OutgoingMessage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    Done,
    /// The bot may not write there, or the person accepts no direct messages.
    Unreachable,
    /// A later try may succeed.
    Failed,
    Refused,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentMessage {
    pub channel_id: ChannelId,
    pub discord_id: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleChange {
    Done,
    NotAMember,
    Refused,
    /// A later try may succeed. The change may be made.
    Failed,
}

#[derive(Clone)]
pub struct MessageSender(Arc<dyn DiscordApi>);

impl MessageSender {
    pub fn new(discord: Arc<dyn DiscordApi>) -> Self {
        Self(discord)
    }

    /// Writes to one person, once for the same nonce within minutes.
    pub async fn direct_message(
        &self,
        user: UserId,
        post: &OutgoingMessage,
        nonce: &str,
    ) -> Result<SentMessage, Delivery> {
        let mut result = self.write_to(user, post, nonce).await;
        if let Err(error) = &result
            && error.is_place_closed()
        {
            self.0.forget_dm(user);
            // The channel is closed, but a new one may be open.
            if !error.refuses_direct_messages() {
                result = self.write_to(user, post, nonce).await;
            }
        }
        result.map_err(|error| undelivered(&error, error.refuses_direct_messages()))
    }

    async fn write_to(&self, user: UserId, post: &OutgoingMessage, nonce: &str) -> Result<SentMessage, DiscordError> {
        let channel_id = self.0.open_dm(user).await?;
        let discord_id = self.0.post(channel_id, post, nonce).await?;
        Ok(SentMessage { channel_id, discord_id })
    }

    pub async fn withdraw(&self, message: SentMessage) {
        if let Err(error) = self.0.delete(message.channel_id, message.discord_id).await {
            info!(%error, "Could not delete a message: {error}");
        }
    }

    pub async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Delivery {
        match self.0.post(channel, post, nonce).await {
            Ok(_) => Delivery::Done,
            Err(error) => undelivered(&error, error.is_place_closed()),
        }
    }

    pub async fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) -> RoleChange {
        role_change_of(self.0.give_role(guild, user, role).await)
    }

    pub async fn take_role(&self, guild: GuildId, user: UserId, role: RoleId) -> RoleChange {
        role_change_of(self.0.take_role(guild, user, role).await)
    }

    pub async fn member(&self, guild: GuildId, user: UserId) -> Result<Option<Person>, DiscordError> {
        self.0.member(guild, user).await.inspect_err(log_failure)
    }

    pub async fn download(&self, url: &str, most: usize) -> Result<Vec<u8>, DiscordError> {
        self.0.download(url, most).await.inspect_err(log_failure)
    }
}

fn undelivered(error: &DiscordError, is_closed: bool) -> Delivery {
    if is_closed {
        info!(%error, "Could not send a message where it should go: {error}");
        return Delivery::Unreachable;
    }
    warn!(%error, "Could not send a message: {error}");
    if error.is_temporary() { Delivery::Failed } else { Delivery::Refused }
}

fn log_failure(error: &DiscordError) {
    warn!(%error, "Could not ask Discord: {error}");
}

fn role_change_of(done: Result<(), DiscordError>) -> RoleChange {
    match done {
        Ok(()) => RoleChange::Done,
        Err(error) if error.is_not_a_member() => RoleChange::NotAMember,
        Err(error) => {
            info!(%error, "Could not change a role: {error}");
            if error.is_temporary() { RoleChange::Failed } else { RoleChange::Refused }
        }
    }
}
