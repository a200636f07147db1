//! What the bot asks of Discord, as a port.

use std::fmt;
use std::net::IpAddr;

use async_trait::async_trait;
use serde_json::{Map, Value};
pub use serenity::all::AutoArchiveDuration;
use tracing::{info, warn};

use crate::discord::error::DiscordError;
use crate::discord::message::OutgoingMessage;
use crate::discord::messenger::{Delivery, MessageSender, RoleChange, SentMessage, Unanswered};
use crate::domain::{ChannelId, GuildId, Person, RoleId, UserId};

/// What the bot asks of Discord. Doing it again does no harm.
#[async_trait]
pub trait DiscordApi: Send + Sync + 'static {
    /// Posts a message; the same nonce within the last minutes gives the message that stands already.
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64, DiscordError>;
    async fn edit(&self, channel: ChannelId, message: u64, body: &Map<String, Value>) -> Result<(), DiscordError>;
    /// Changes a message of ours to this one, with its pictures: those that it had go.
    async fn replace(&self, channel: ChannelId, message: u64, post: &OutgoingMessage) -> Result<(), DiscordError>;
    async fn delete(&self, channel: ChannelId, message: u64) -> Result<(), DiscordError>;
    async fn pin(&self, channel: ChannelId, message: u64) -> Result<(), DiscordError>;
    /// Starts the thread of a message; its id is the message's.
    async fn start_thread(
        &self,
        channel: ChannelId,
        message: u64,
        name: &str,
        auto_archive: AutoArchiveDuration,
    ) -> Result<ChannelId, DiscordError>;
    /// Makes a person a member of a thread: only members can press the buttons of an archived one.
    async fn add_thread_member(&self, thread: ChannelId, user: UserId) -> Result<(), DiscordError>;
    /// A member of a server, who is a person; `None` for everybody else.
    async fn member(&self, guild: GuildId, user: UserId) -> Result<Option<Person>, DiscordError>;
    /// The bytes of a file that a user has attached; an error for one with more than `most`.
    async fn download(&self, url: &str, most: usize) -> Result<Vec<u8>, DiscordError>;
    /// Gives a thread its last name, and archives it. A message in it opens it again, until nobody has for an hour.
    async fn archive_thread(&self, thread: ChannelId, name: &str) -> Result<(), DiscordError>;
    async fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) -> Result<(), DiscordError>;
    async fn take_role(&self, guild: GuildId, user: UserId, role: RoleId) -> Result<(), DiscordError>;
    /// The channel for direct messages to this person. It is remembered.
    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError>;
    /// Forgets this person's channel: the next [`Self::open_dm`] asks Discord again.
    fn forget_dm(&self, _user: UserId) {}
    /// Changes the answer that was given to an interaction a short while ago; `false` when no such answer is known.
    async fn edit_recent_response(&self, interaction: u64, post: &OutgoingMessage) -> Result<bool, DiscordError>;
}

#[async_trait]
pub trait InteractionApi: MessageSender {
    /// First answer to an interaction, with the picture and files of this post.
    async fn create_interaction_response(
        &self,
        id: u64,
        token: &str,
        kind: u8,
        data: Value,
        post: Option<&OutgoingMessage>,
    ) -> Result<(), DiscordError>;
    async fn edit_original_response(&self, id: u64, token: &str, post: &OutgoingMessage) -> Result<(), DiscordError>;
    /// First answer to an interaction: opens the Activity. Gives the instance in which it opens.
    async fn launch_activity(&self, id: u64, token: &str) -> Result<String, DiscordError>;
}

/// What the frame of the Activity needs to know of Discord: its own word proves nothing.
#[async_trait]
pub trait ActivityApi: Send + Sync + 'static {
    /// The person to whom Discord's client has given this code; `None` where it is unknown, used or too old.
    async fn person_of_code(&self, code: &str, source: LoginSource) -> Result<Option<UserId>, DiscordError>;
    /// An instance of our Activity; `None` where there is none, or it is one of another application.
    async fn activity_instance(&self, instance: &InstanceId) -> Result<Option<ActivityInstance>, DiscordError>;
}

/// Where a login comes from. Anybody can send codes that nobody has, so each source has a limit of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LoginSource {
    /// An instance that the bot has opened: strangers do not know its name.
    Instance(InstanceId),
    /// Every other login from this address; `None` where no proxy names it.
    Address(Option<IpAddr>),
}

/// The name of an instance of an Activity, as Discord spells them: `i-`, letters, digits and dashes. So it is one segment of an address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InstanceId(String);

impl InstanceId {
    /// Discord's have about sixty characters.
    const MAX_LENGTH: usize = 128;

    pub fn new(text: String) -> Option<Self> {
        let is_name = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_id = text.len() <= Self::MAX_LENGTH && text.strip_prefix("i-").is_some_and(is_name);
        is_id.then_some(Self(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for InstanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a sandbox stands in for Discord.
#[derive(Debug, Clone)]
pub struct ActivitySandbox {
    /// Of its proxy, through which a frame reaches our pages.
    pub proxy_origin: String,
    /// Of its page, which has the frame.
    pub page_origin: String,
}

/// Where an Activity is open, and who is in it.
#[derive(Debug, Clone)]
pub struct ActivityInstance {
    pub channel: ChannelId,
    pub users: Vec<UserId>,
}

fn delivery_of(done: Result<u64, DiscordError>) -> Delivery {
    match done {
        Ok(_) => Delivery::Done,
        Err(error) if error.is_place_closed() => log_unreachable(&error),
        Err(error) => log_undelivered(&error),
    }
}

/// Who sent it is told, and may not know the cause.
fn log_unreachable(error: &DiscordError) -> Delivery {
    info!(%error, "Could not send a message where it should go: {error}");
    Delivery::Unreachable
}

fn log_undelivered(error: &DiscordError) -> Delivery {
    warn!(%error, "Could not send a message: {error}");
    if error.is_temporary() { Delivery::Failed } else { Delivery::Refused }
}

fn answer_of<T>(done: Result<T, DiscordError>) -> Result<T, Unanswered> {
    done.map_err(|error| {
        warn!(%error, "Could not ask Discord: {error}");
        Unanswered
    })
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

/// Writes to one person, in the channel that is remembered or in a new one.
async fn write_to<D: DiscordApi>(
    discord: &D,
    user: UserId,
    post: &OutgoingMessage,
    nonce: &str,
) -> Result<SentMessage, DiscordError> {
    let channel_id = discord.open_dm(user).await?;
    let discord_id = DiscordApi::post(discord, channel_id, post, nonce).await?;
    Ok(SentMessage { channel_id, discord_id })
}

#[async_trait]
impl<D: DiscordApi> MessageSender for D {
    async fn direct_message(&self, user: UserId, post: &OutgoingMessage, nonce: &str) -> Result<SentMessage, Delivery> {
        let mut sent = write_to(self, user, post, nonce).await;
        if let Err(error) = &sent
            && error.is_place_closed()
        {
            self.forget_dm(user);
            // The channel is closed, not the person: another one may be open.
            if !error.refuses_direct_messages() {
                sent = write_to(self, user, post, nonce).await;
            }
        }
        sent.map_err(
            |error| {
                if error.refuses_direct_messages() { log_unreachable(&error) } else { log_undelivered(&error) }
            },
        )
    }

    async fn withdraw(&self, message: SentMessage) {
        if let Err(error) = DiscordApi::delete(self, message.channel_id, message.discord_id).await {
            info!(%error, "Could not delete a message: {error}");
        }
    }

    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Delivery {
        delivery_of(DiscordApi::post(self, channel, post, nonce).await)
    }

    async fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) -> RoleChange {
        role_change_of(DiscordApi::give_role(self, guild, user, role).await)
    }

    async fn take_role(&self, guild: GuildId, user: UserId, role: RoleId) -> RoleChange {
        role_change_of(DiscordApi::take_role(self, guild, user, role).await)
    }

    async fn member(&self, guild: GuildId, user: UserId) -> Result<Option<Person>, Unanswered> {
        answer_of(DiscordApi::member(self, guild, user).await)
    }

    async fn download(&self, url: &str, most: usize) -> Result<Vec<u8>, Unanswered> {
        answer_of(DiscordApi::download(self, url, most).await)
    }
}
