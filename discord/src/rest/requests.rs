//! The requests of the port.

use async_trait::async_trait;
use base::http_client;
use base::ids::{ChannelId, GuildId, Person, RoleId, UserId};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use serenity::all::EditMessage;
use twilight_http_ratelimiting::Method;

use crate::api::{ActivityInstance, AutoArchiveDuration, DiscordApi, InstanceId, LoginSource};
use crate::error::{DiscordError, ErrorClass};
use crate::interaction;
use crate::message::OutgoingMessage;
use crate::rest::{Rest, Result, id_of};

const MESSAGE: u8 = 4;
const LAUNCH_ACTIVITY: u8 = 12;

/// Nonces tried for one post, in case messages with the earlier ones were deleted.
const NONCES: usize = 4;

#[async_trait]
impl DiscordApi for Rest {
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64> {
        let path = format!("channels/{}/messages", channel.0);
        let mut body = Value::from(post.body());
        body["enforce_nonce"] = true.into();
        let mut last_error = DiscordError::NoResponse("not asked".to_owned());
        // The same nonces in the same order at each try, so that a repeated try finds the posted message.
        for number in 0..NONCES {
            body["nonce"] = if number == 0 { nonce.into() } else { format!("{nonce}.{number}").into() };
            match self.send(Method::Post, &path, Some(&body), Some(post)).await {
                // The message with this nonce was deleted.
                Err(error) if error.class() == ErrorClass::Gone => last_error = error,
                Err(error) => return Err(error),
                // Nonces count for all channels.
                Ok(answer) if interaction::id(&answer["channel_id"]).is_some_and(|stands| stands != channel.0) => {
                    last_error = DiscordError::NoResponse("the message stands in another channel".to_owned());
                }
                Ok(answer) => return id_of(&answer),
            }
        }
        Err(last_error)
    }

    async fn edit(&self, channel: ChannelId, message: u64, edit: &EditMessage) -> Result<()> {
        self.send(Method::Patch, &message_path(channel, message), Some(&json!(edit)), None).await.map(drop)
    }

    async fn replace(&self, channel: ChannelId, message: u64, post: &OutgoingMessage) -> Result<()> {
        let mut body = post.body();
        // Discord refuses to change whether it came without a sound.
        body.remove("flags");
        self.send(Method::Patch, &message_path(channel, message), Some(&body.into()), Some(post)).await.map(drop)
    }

    async fn pin(&self, channel: ChannelId, message: u64) -> Result<()> {
        self.put(&format!("channels/{}/messages/pins/{message}", channel.0)).await
    }

    async fn delete(&self, channel: ChannelId, message: u64) -> Result<()> {
        self.send(Method::Delete, &message_path(channel, message), None, None).await.map(drop)
    }

    async fn start_thread(
        &self,
        channel: ChannelId,
        message: u64,
        name: &str,
        auto_archive: AutoArchiveDuration,
    ) -> Result<ChannelId> {
        let path = format!("{}/threads", message_path(channel, message));
        let body = json!({ "name": name, "auto_archive_duration": auto_archive });
        match self.send(Method::Post, &path, Some(&body), None).await {
            // The thread exists; it has the id of its message.
            Err(error) if error.code() == 160_004 => Ok(ChannelId(message)),
            Err(error) => Err(error),
            Ok(answer) => Ok(ChannelId(interaction::id(&answer["id"]).unwrap_or(message))),
        }
    }

    async fn add_thread_member(&self, thread: ChannelId, user: UserId) -> Result<()> {
        self.put(&format!("channels/{}/thread-members/{}", thread.0, user.0)).await
    }

    async fn archive_thread(&self, thread: ChannelId, name: &str) -> Result<()> {
        // Discord archives a thread that was opened again after an hour of silence.
        let body = json!({ "name": name, "archived": true, "auto_archive_duration": AutoArchiveDuration::OneHour });
        self.send(Method::Patch, &format!("channels/{}", thread.0), Some(&body), None).await.map(drop)
    }

    async fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) -> Result<()> {
        self.put(&role_path(guild, user, role)).await
    }

    async fn take_role(&self, guild: GuildId, user: UserId, role: RoleId) -> Result<()> {
        self.send(Method::Delete, &role_path(guild, user, role), None, None).await.map(drop)
    }

    async fn member(&self, guild: GuildId, user: UserId) -> Result<Option<Person>> {
        match self.get(&member_path(guild, user)).await {
            Ok(member) => Ok(interaction::person_of_member(member)),
            Err(error) if error.is_not_a_member() => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn download(&self, url: &str, most: usize) -> Result<Vec<u8>> {
        let no_response = |error: reqwest::Error| DiscordError::NoResponse(http_client::cause(error));
        let is_discords = url.starts_with("https://cdn.discordapp.com/")
            || url.strip_prefix(&*self.origin).is_some_and(|path| path.starts_with('/'));
        if !is_discords {
            return Err(DiscordError::NoResponse("a file is kept by somebody else than Discord".to_owned()));
        }
        // Without the token of the bot.
        let answer = self.http.get(url).send().await.and_then(reqwest::Response::error_for_status);
        let mut answer = answer.map_err(no_response)?;
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(no_response)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > most {
                return Err(DiscordError::NoResponse(format!("a file has more than {most} bytes")));
            }
        }
        Ok(bytes)
    }

    async fn open_dm(&self, user: UserId) -> Result<ChannelId> {
        if let Some(channel) = self.dm_channels.get(&user) {
            return Ok(channel);
        }
        self.dm_permit().await?;
        let body = json!({ "recipient_id": user.0.to_string() });
        let answer = self.send(Method::Post, "users/@me/channels", Some(&body), None).await?;
        let channel = ChannelId(id_of(&answer)?);
        self.dm_channels.insert(user, channel);
        Ok(channel)
    }

    fn forget_dm(&self, user: UserId) {
        self.dm_channels.remove(&user);
    }

    async fn create_interaction_response(
        &self,
        interaction: u64,
        token: &str,
        kind: u8,
        data: Value,
        post: Option<&OutgoingMessage>,
    ) -> Result<()> {
        let body = if data.is_null() { json!({ "type": kind }) } else { json!({ "type": kind, "data": data }) };
        self.send(Method::Post, &callback_path(interaction, token), Some(&body), post).await?;
        if kind == MESSAGE {
            self.answered.insert(interaction, token.into());
        }
        Ok(())
    }

    async fn edit_original_response(&self, interaction: u64, token: &str, post: &OutgoingMessage) -> Result<()> {
        let path = format!("webhooks/{}/{token}/messages/@original", self.application()?);
        self.send(Method::Patch, &path, Some(&post.body().into()), Some(post)).await?;
        self.answered.insert(interaction, token.into());
        Ok(())
    }

    async fn edit_recent_response(&self, interaction: u64, post: &OutgoingMessage) -> Result<bool> {
        let Some(token) = self.answered.get(&interaction) else { return Ok(false) };
        self.edit_original_response(interaction, token.expose_secret(), post).await?;
        Ok(true)
    }

    async fn launch_activity(&self, interaction: u64, token: &str) -> Result<String> {
        let path = format!("{}?with_response=true", callback_path(interaction, token));
        let answer = self.send(Method::Post, &path, Some(&json!({ "type": LAUNCH_ACTIVITY })), None).await?;
        let instance = answer["resource"]["activity_instance"]["id"].as_str();
        Ok(instance.ok_or_else(|| DiscordError::NoResponse("the answer names no instance".to_owned()))?.to_owned())
    }

    async fn person_of_code(&self, code: &str, source: LoginSource) -> Result<Option<UserId>> {
        let Some(token) = self.token_of(code, source).await? else { return Ok(None) };
        self.owner_of_token(&token).await.map(Some)
    }

    async fn activity_instance(&self, instance: &InstanceId) -> Result<Option<ActivityInstance>> {
        let application = self.application()?;
        let path = format!("applications/{application}/activity-instances/{}", instance.as_str());
        let answer = match self.get(&path).await {
            Err(DiscordError::Refused { status: 404, .. }) => return Ok(None),
            answer => answer?,
        };
        let channel = interaction::id(&answer["location"]["channel_id"]).map(ChannelId);
        let is_ours = interaction::id(&answer["application_id"]) == Some(application);
        let users = answer["users"].as_array().into_iter().flatten().filter_map(interaction::id).map(UserId).collect();
        Ok(channel.filter(|_| is_ours).map(|channel| ActivityInstance { channel, users }))
    }
}

impl Rest {
    async fn put(&self, path: &str) -> Result<()> {
        self.send(Method::Put, path, None, None).await.map(drop)
    }
}

fn message_path(channel: ChannelId, message: u64) -> String {
    format!("channels/{}/messages/{message}", channel.0)
}

fn member_path(guild: GuildId, user: UserId) -> String {
    format!("guilds/{}/members/{}", guild.0, user.0)
}

fn role_path(guild: GuildId, user: UserId, role: RoleId) -> String {
    format!("{}/roles/{}", member_path(guild, user), role.0)
}

fn callback_path(interaction: u64, token: &str) -> String {
    format!("interactions/{interaction}/{token}/callback")
}
