//! What is asked of Discord, each as its request.

use async_trait::async_trait;
use reqwest::Method;
use secrecy::ExposeSecret as _;
use serde_json::{Map, Value, json};

use crate::discord::api::{AutoArchiveDuration, DiscordApi, InteractionApi};
use crate::discord::error::{DiscordError, Remedy};
use crate::discord::interaction;
use crate::discord::message::OutgoingMessage;
use crate::discord::rest::attachments::{attachments, describe_attachments, message};
use crate::discord::rest::{Rest, Result, id_of};
use crate::domain::{ChannelId, GuildId, Person, RoleId, UserId};

const MESSAGE: u8 = 4;
const LAUNCH_ACTIVITY: u8 = 12;

/// Nonces tried for one post. Each but the last belongs to a message that was posted and deleted within minutes.
const NONCES: usize = 4;

#[async_trait]
impl DiscordApi for Rest {
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64> {
        let mut body = message(post);
        body.insert("enforce_nonce".into(), true.into());
        let path = format!("/channels/{}/messages", channel.0);
        let mut refused = None;
        // The same nonces in the same order at each try, so that a repeated try finds the message that stands.
        for number in 0..NONCES {
            let nonce = if number == 0 { nonce.to_owned() } else { format!("{nonce}.{number}") };
            body.insert("nonce".into(), nonce.into());
            match self.send(Method::POST, &path, Some(body.clone().into()), Some(post), true).await {
                // The message with this nonce was deleted.
                Err(error) if error.remedy() == Remedy::Gone => refused = Some(error),
                Err(error) => return Err(error),
                // Nonces count for all channels: the message with this one stands elsewhere.
                Ok(answer) if interaction::id(&answer["channel_id"]).is_some_and(|stands| stands != channel.0) => {
                    refused = Some(DiscordError::NoResponse("the message stands in another channel".to_owned()));
                }
                Ok(answer) => return id_of(&answer),
            }
        }
        Err(refused.unwrap_or_else(|| DiscordError::NoResponse("not asked".to_owned())))
    }

    async fn edit(&self, channel: ChannelId, message: u64, body: &Map<String, Value>) -> Result<()> {
        let path = format!("/channels/{}/messages/{message}", channel.0);
        self.ask(Method::PATCH, &path, Some(body.clone().into())).await.map(drop)
    }

    async fn replace(&self, channel: ChannelId, message: u64, post: &OutgoingMessage) -> Result<()> {
        let mut body = self::message(post);
        // Whether it came without a sound cannot be changed.
        body.remove("flags");
        let path = format!("/channels/{}/messages/{message}", channel.0);
        self.send(Method::PATCH, &path, Some(body.into()), Some(post), true).await.map(drop)
    }

    async fn pin(&self, channel: ChannelId, message: u64) -> Result<()> {
        let path = format!("/channels/{}/messages/pins/{message}", channel.0);
        self.ask(Method::PUT, &path, None).await.map(drop)
    }

    async fn delete(&self, channel: ChannelId, message: u64) -> Result<()> {
        let path = format!("/channels/{}/messages/{message}", channel.0);
        self.ask(Method::DELETE, &path, None).await.map(drop)
    }

    async fn start_thread(
        &self,
        channel: ChannelId,
        message: u64,
        name: &str,
        auto_archive: AutoArchiveDuration,
    ) -> Result<ChannelId> {
        let path = format!("/channels/{}/messages/{message}/threads", channel.0);
        let body = json!({ "name": name, "auto_archive_duration": auto_archive });
        match self.ask(Method::POST, &path, Some(body)).await {
            // There is one already: the thread of a message has the message's id.
            Err(error) if error.code() == 160_004 => Ok(ChannelId(message)),
            Err(error) => Err(error),
            Ok(answer) => Ok(ChannelId(interaction::id(&answer["id"]).unwrap_or(message))),
        }
    }

    async fn add_thread_member(&self, thread: ChannelId, user: UserId) -> Result<()> {
        let path = format!("/channels/{}/thread-members/{}", thread.0, user.0);
        self.ask(Method::PUT, &path, None).await.map(drop)
    }

    async fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) -> Result<()> {
        let path = format!("/guilds/{}/members/{}/roles/{}", guild.0, user.0, role.0);
        self.ask(Method::PUT, &path, None).await.map(drop)
    }

    async fn take_role(&self, guild: GuildId, user: UserId, role: RoleId) -> Result<()> {
        let path = format!("/guilds/{}/members/{}/roles/{}", guild.0, user.0, role.0);
        self.ask(Method::DELETE, &path, None).await.map(drop)
    }

    async fn member(&self, guild: GuildId, user: UserId) -> Result<Option<Person>> {
        let path = format!("/guilds/{}/members/{}", guild.0, user.0);
        match self.ask(Method::GET, &path, None).await {
            Ok(member) => Ok(interaction::person_of_member(member)),
            Err(error) if error.is_not_a_member() => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn download(&self, url: &str, most: usize) -> Result<Vec<u8>> {
        self.download_file(url, most).await
    }

    async fn archive_thread(&self, thread: ChannelId, name: &str) -> Result<()> {
        // A message or a press opens it again and leaves it open: Discord archives it anew after an hour of silence.
        let again = AutoArchiveDuration::OneHour;
        let body = json!({ "name": name, "archived": true, "auto_archive_duration": again });
        self.ask(Method::PATCH, &format!("/channels/{}", thread.0), Some(body)).await.map(drop)
    }

    async fn open_dm(&self, user: UserId) -> Result<ChannelId> {
        if let Some(channel) = self.dm_channels.get(&user) {
            return Ok(channel);
        }
        self.dm_permit().await?;
        let body = json!({ "recipient_id": user.0.to_string() });
        let answer = self.ask(Method::POST, "/users/@me/channels", Some(body)).await?;
        let channel = ChannelId(id_of(&answer)?);
        self.dm_channels.insert(user, channel);
        Ok(channel)
    }

    fn forget_dm(&self, user: UserId) {
        self.dm_channels.remove(&user);
    }

    async fn edit_recent_response(&self, interaction: u64, post: &OutgoingMessage) -> Result<bool> {
        let Some(token) = self.answered.get(&interaction) else { return Ok(false) };
        self.edit_response(token.expose_secret(), post).await?;
        Ok(true)
    }
}

#[async_trait]
impl InteractionApi for Rest {
    async fn create_interaction_response(
        &self,
        id: u64,
        token: &str,
        kind: u8,
        data: Value,
        post: Option<&OutgoingMessage>,
    ) -> Result<()> {
        let mut body = json!({ "type": kind });
        if !data.is_null() {
            body["data"] = data;
        }
        let attached = post.map(attachments).unwrap_or_default();
        if !attached.is_empty() {
            body["data"]["attachments"] = describe_attachments(&attached);
        }
        let path = format!("/interactions/{id}/{token}/callback");
        self.send(Method::POST, &path, Some(body), post, false).await?;
        if kind == MESSAGE {
            self.answered.insert(id, token.into());
        }
        Ok(())
    }

    async fn edit_original_response(&self, id: u64, token: &str, post: &OutgoingMessage) -> Result<()> {
        self.edit_response(token, post).await?;
        self.answered.insert(id, token.into());
        Ok(())
    }

    async fn launch_activity(&self, id: u64, token: &str) -> Result<String> {
        let path = format!("/interactions/{id}/{token}/callback?with_response=true");
        let answer = self.send(Method::POST, &path, Some(json!({ "type": LAUNCH_ACTIVITY })), None, false).await?;
        let instance = answer["resource"]["activity_instance"]["id"].as_str();
        Ok(instance.ok_or_else(|| DiscordError::NoResponse("the answer names no instance".to_owned()))?.to_owned())
    }
}
