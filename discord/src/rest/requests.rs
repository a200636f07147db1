//! The requests of the port.

use async_trait::async_trait;
use base::http_client;
use base::ids::{ChannelId, GuildId, Person, RoleId, UserId};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use serenity::all::{EditMessage, LightMethod, Route};

use crate::api::{ActivityInstance, AutoArchiveDuration, DiscordApi, InstanceId, LoginSource, Redirected, RoleChange};
use crate::error::{DiscordError, ErrorClass};
use crate::interaction;
use crate::message::OutgoingMessage;
use crate::rest::{Rest, Result, id, id_of, request};

const MESSAGE: u8 = 4;
const LAUNCH_ACTIVITY: u8 = 12;

/// Nonces tried for one post, in case messages with the earlier ones were deleted.
const NONCES: usize = 4;

#[async_trait]
impl DiscordApi for Rest {
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64> {
        let mut body = post.body();
        body["enforce_nonce"] = true.into();
        let route = Route::ChannelMessages { channel_id: id(channel.0) };
        // Nonces count for all channels.
        let mut failure = DiscordError::NoResponse("the message stands in another channel".to_owned());
        // The same nonces in the same order at each try, so that a repeated try finds the posted message.
        for number in 0..NONCES {
            body["nonce"] = if number == 0 { nonce.into() } else { format!("{nonce}.{number}").into() };
            match self.send(request(LightMethod::Post, route, Some(&body)), Some(post)).await {
                // The message with this nonce was deleted.
                Err(error) if error.class() == ErrorClass::Gone => failure = error,
                Err(error) => return Err(error),
                Ok(answer) if interaction::id(&answer["channel_id"]).is_none_or(|stands| stands == channel.0) => {
                    return id_of(&answer);
                }
                Ok(_) => {}
            }
        }
        Err(failure)
    }

    async fn edit(&self, channel: ChannelId, message: u64, edit: &EditMessage) -> Result<()> {
        let request = request(LightMethod::Patch, message_route(channel, message), Some(edit));
        self.send(request, None).await.map(drop)
    }

    async fn replace(&self, channel: ChannelId, message: u64, post: &OutgoingMessage) -> Result<()> {
        // Discord refuses to change whether it came without a sound.
        let body = OutgoingMessage { is_silent: false, ..post.clone() }.body();
        let request = request(LightMethod::Patch, message_route(channel, message), Some(&body));
        self.send(request, Some(post)).await.map(drop)
    }

    async fn pin(&self, channel: ChannelId, message: u64) -> Result<()> {
        // serenity's route is deprecated.
        self.ask_at(LightMethod::Put, &format!("channels/{}/messages/pins/{message}", channel.0)).await.map(drop)
    }

    async fn delete(&self, channel: ChannelId, message: u64) -> Result<()> {
        self.ask(LightMethod::Delete, message_route(channel, message), None).await.map(drop)
    }

    async fn start_thread(
        &self,
        channel: ChannelId,
        message: u64,
        name: &str,
        auto_archive: AutoArchiveDuration,
    ) -> Result<ChannelId> {
        let route = Route::ChannelMessageThreads { channel_id: id(channel.0), message_id: id(message) };
        let body = json!({ "name": name, "auto_archive_duration": auto_archive });
        match self.ask(LightMethod::Post, route, Some(&body)).await {
            // The thread exists; it has the id of its message.
            Err(error) if error.code() == 160_004 => Ok(ChannelId(message)),
            Err(error) => Err(error),
            Ok(answer) => Ok(ChannelId(interaction::id(&answer["id"]).unwrap_or(message))),
        }
    }

    async fn add_thread_member(&self, thread: ChannelId, user: UserId) -> Result<()> {
        let route = Route::ChannelThreadMember { channel_id: id(thread.0), user_id: id(user.0) };
        self.ask(LightMethod::Put, route, None).await.map(drop)
    }

    async fn change_role(&self, change: RoleChange, guild: GuildId, user: UserId, role: RoleId) -> Result<()> {
        let method = match change {
            RoleChange::Give => LightMethod::Put,
            RoleChange::Take => LightMethod::Delete,
        };
        let route = Route::GuildMemberRole { guild_id: id(guild.0), user_id: id(user.0), role_id: id(role.0) };
        self.ask(method, route, None).await.map(drop)
    }

    async fn member(&self, guild: GuildId, user: UserId) -> Result<Option<Person>> {
        let route = Route::GuildMember { guild_id: id(guild.0), user_id: id(user.0) };
        match self.ask(LightMethod::Get, route, None).await {
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

    async fn archive_thread(&self, thread: ChannelId, name: &str) -> Result<()> {
        // Discord archives a thread that was opened again after an hour of silence.
        let body = json!({ "name": name, "archived": true, "auto_archive_duration": AutoArchiveDuration::OneHour });
        self.ask(LightMethod::Patch, Route::Channel { channel_id: id(thread.0) }, Some(&body)).await.map(drop)
    }

    async fn open_dm(&self, user: UserId) -> Result<ChannelId> {
        if let Some(channel) = self.dm_channels.get(&user) {
            return Ok(channel);
        }
        self.dm_permit().await?;
        let body = json!({ "recipient_id": user.0.to_string() });
        let answer = self.ask(LightMethod::Post, Route::UserMeDmChannels, Some(&body)).await?;
        let channel = ChannelId(id_of(&answer)?);
        self.dm_channels.insert(user, channel);
        Ok(channel)
    }

    fn forget_dm(&self, user: UserId) {
        self.dm_channels.remove(&user);
    }

    async fn edit_recent_response(&self, interaction: u64, post: &OutgoingMessage) -> Result<bool> {
        let Some(token) = self.answered.get(&interaction) else { return Ok(false) };
        self.edit_original_response(interaction, token.expose_secret(), post).await?;
        Ok(true)
    }

    async fn create_interaction_response(
        &self,
        interaction: u64,
        token: &str,
        response: &Value,
        post: Option<&OutgoingMessage>,
    ) -> Result<()> {
        let route = Route::InteractionResponse { interaction_id: id(interaction), token };
        self.send(request(LightMethod::Post, route, Some(response)), post).await?;
        if response["type"] == MESSAGE {
            self.answered.insert(interaction, token.into());
        }
        Ok(())
    }

    async fn edit_original_response(&self, interaction: u64, token: &str, post: &OutgoingMessage) -> Result<()> {
        let route = Route::WebhookOriginalInteractionResponse { application_id: id(self.application()?), token };
        self.send(request(LightMethod::Patch, route, Some(&post.body())), Some(post)).await?;
        self.answered.insert(interaction, token.into());
        Ok(())
    }

    async fn delete_original_response(&self, interaction: u64, token: &str) -> Result<()> {
        self.answered.remove(&interaction);
        let route = Route::WebhookOriginalInteractionResponse { application_id: id(self.application()?), token };
        self.ask(LightMethod::Delete, route, None).await.map(drop)
    }

    async fn launch_activity(&self, interaction: u64, token: &str) -> Result<String> {
        let route = Route::InteractionResponse { interaction_id: id(interaction), token };
        let launch = request(LightMethod::Post, route, Some(&json!({ "type": LAUNCH_ACTIVITY })));
        let answer = self.send(launch.params(Some(vec![("with_response", "true".to_owned())])), None).await?;
        let instance = answer["resource"]["activity_instance"]["id"].as_str();
        Ok(instance.ok_or_else(|| DiscordError::NoResponse("the answer names no instance".to_owned()))?.to_owned())
    }

    async fn person_of_code(
        &self,
        code: &str,
        redirected: Option<Redirected<'_>>,
        source: LoginSource,
    ) -> Result<Option<UserId>> {
        self.person_of(code, redirected, source).await
    }

    async fn activity_instance(&self, instance: &InstanceId) -> Result<Option<ActivityInstance>> {
        let application = self.application()?;
        let path = format!("applications/{application}/activity-instances/{}", instance.as_str());
        let answer = match self.ask_at(LightMethod::Get, &path).await {
            Err(DiscordError::Refused { status: 404, .. }) => return Ok(None),
            answer => answer?,
        };
        let channel = interaction::id(&answer["location"]["channel_id"]).map(ChannelId);
        let is_ours = interaction::id(&answer["application_id"]) == Some(application);
        let users = answer["users"].as_array().into_iter().flatten().filter_map(interaction::id).map(UserId).collect();
        Ok(channel.filter(|_| is_ours).map(|channel| ActivityInstance { channel, users }))
    }
}

fn message_route(channel: ChannelId, message: u64) -> Route<'static> {
    Route::ChannelMessage { channel_id: id(channel.0), message_id: id(message) }
}
