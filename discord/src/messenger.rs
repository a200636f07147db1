//! Requests that go at once, outside of the outbox.

use std::sync::Arc;

use base::ids::{ChannelId, GuildId, Person, RoleId, UserId};
use tracing::{info, warn};

use crate::api::{DiscordApi, Result, RoleChange};
use crate::error::DiscordError;
use crate::message::OutgoingMessage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentMessage {
    pub channel_id: ChannelId,
    pub discord_id: u64,
}

#[derive(Clone)]
pub struct MessageSender(Arc<dyn DiscordApi>);

impl MessageSender {
    pub fn new(discord: Arc<dyn DiscordApi>) -> Self {
        Self(discord)
    }

    /// Writes to one person, once for the same nonce within minutes.
    pub async fn direct_message(&self, user: UserId, post: &OutgoingMessage, nonce: &str) -> Result<SentMessage> {
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
        result.inspect_err(log_undelivered)
    }

    async fn write_to(&self, user: UserId, post: &OutgoingMessage, nonce: &str) -> Result<SentMessage> {
        let channel_id = self.0.open_dm(user).await?;
        let discord_id = self.0.post(channel_id, post, nonce).await?;
        Ok(SentMessage { channel_id, discord_id })
    }

    pub async fn withdraw(&self, message: SentMessage) {
        if let Err(error) = self.0.delete(message.channel_id, message.discord_id).await {
            info!(%error, "Could not delete a message: {error}");
        }
    }

    pub async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<()> {
        self.0.post(channel, post, nonce).await.map(drop).inspect_err(log_undelivered)
    }

    /// `false` for a person who is not a member.
    pub async fn change_role(&self, change: RoleChange, guild: GuildId, user: UserId, role: RoleId) -> Result<bool> {
        match self.0.change_role(change, guild, user, role).await {
            Ok(()) => Ok(true),
            Err(error) if error.is_not_a_member() => Ok(false),
            Err(error) => {
                info!(%error, "Could not change a role: {error}");
                Err(error)
            }
        }
    }

    pub async fn member(&self, guild: GuildId, user: UserId) -> Result<Option<Person>> {
        self.0.member(guild, user).await.inspect_err(log_failure)
    }

    pub async fn download(&self, url: &str, most: usize) -> Result<Vec<u8>> {
        self.0.download(url, most).await.inspect_err(log_failure)
    }
}

fn log_undelivered(error: &DiscordError) {
    if error.is_place_closed() {
        info!(%error, "Could not send a message where it should go: {error}");
    } else {
        warn!(%error, "Could not send a message: {error}");
    }
}

fn log_failure(error: &DiscordError) {
    warn!(%error, "Could not ask Discord: {error}");
}
