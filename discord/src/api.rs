//! The port to Discord's REST interface.

use std::net::IpAddr;

use async_trait::async_trait;
use base::ids::{ChannelId, GuildId, Person, RoleId, UserId};
use serde_json::Value;
pub use serenity::all::{AutoArchiveDuration, EditMessage};

use crate::error::DiscordError;
use crate::message::OutgoingMessage;

pub(crate) type Result<T> = std::result::Result<T, DiscordError>;

/// Requests to Discord, each of which may be repeated. The defaults are for tests.
#[async_trait]
pub trait DiscordApi: Send + Sync + 'static {
    /// Posts a message and gives its id. The same nonce within minutes gives the same message.
    async fn post(&self, _channel: ChannelId, _post: &OutgoingMessage, _nonce: &str) -> Result<u64> {
        unanswered()
    }
    async fn edit(&self, _channel: ChannelId, _message: u64, _edit: &EditMessage) -> Result<()> {
        unanswered()
    }
    /// Changes all of a message, including its pictures.
    async fn replace(&self, _channel: ChannelId, _message: u64, _post: &OutgoingMessage) -> Result<()> {
        unanswered()
    }
    async fn delete(&self, _channel: ChannelId, _message: u64) -> Result<()> {
        unanswered()
    }
    async fn pin(&self, _channel: ChannelId, _message: u64) -> Result<()> {
        unanswered()
    }
    /// Starts the thread of a message, whose id is that of the message.
    async fn start_thread(
        &self,
        _channel: ChannelId,
        _message: u64,
        _name: &str,
        _auto_archive: AutoArchiveDuration,
    ) -> Result<ChannelId> {
        unanswered()
    }
    /// Only members can press the buttons of an archived thread.
    async fn add_thread_member(&self, _thread: ChannelId, _user: UserId) -> Result<()> {
        unanswered()
    }
    /// Renames and archives a thread. A message opens it again, until it is silent for an hour.
    async fn archive_thread(&self, _thread: ChannelId, _name: &str) -> Result<()> {
        unanswered()
    }
    /// A member of a server who is a person; `None` for bots and others.
    async fn member(&self, _guild: GuildId, _user: UserId) -> Result<Option<Person>> {
        unanswered()
    }
    async fn change_role(&self, _change: RoleChange, _guild: GuildId, _user: UserId, _role: RoleId) -> Result<()> {
        unanswered()
    }
    /// The channel for direct messages to this person, which is cached.
    async fn open_dm(&self, _user: UserId) -> Result<ChannelId> {
        unanswered()
    }
    fn forget_dm(&self, _user: UserId) {}
    /// The bytes of an attachment, at most so many.
    async fn download(&self, _url: &str, _most: usize) -> Result<Vec<u8>> {
        unanswered()
    }
    /// First answer to an interaction, in Discord's JSON, with the pictures and files of this post.
    async fn create_interaction_response(
        &self,
        _id: u64,
        _token: &str,
        _response: &Value,
        _post: Option<&OutgoingMessage>,
    ) -> Result<()> {
        unanswered()
    }
    async fn edit_original_response(&self, _id: u64, _token: &str, _post: &OutgoingMessage) -> Result<()> {
        unanswered()
    }
    async fn delete_original_response(&self, _id: u64, _token: &str) -> Result<()> {
        unanswered()
    }
    /// Changes an answer of the last minutes; `false` for another one.
    async fn edit_recent_response(&self, _interaction: u64, _post: &OutgoingMessage) -> Result<bool> {
        unanswered()
    }
    /// First answer to an interaction: opens the Activity, and gives its instance.
    async fn launch_activity(&self, _id: u64, _token: &str) -> Result<String> {
        unanswered()
    }
    /// The person to whom Discord has given this code, by its client or else on its page for browsers; `None` for one that is
    /// unknown, used or too old. The word of the frame or browser itself proves nothing.
    async fn person_of_code(
        &self,
        _code: &str,
        _redirected: Option<Redirected<'_>>,
        _source: LoginSource,
    ) -> Result<Option<UserId>> {
        unanswered()
    }
    /// An instance of our Activity; `None` for one of another application.
    async fn activity_instance(&self, _instance: &InstanceId) -> Result<Option<ActivityInstance>> {
        unanswered()
    }
}

impl DiscordApi for () {}

fn unanswered<T>() -> Result<T> {
    Err(DiscordError::NoResponse("nobody is asked".to_owned()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleChange {
    Give,
    Take,
}

/// What belongs to a code that came by a browser.
#[derive(Debug, Clone, Copy)]
pub struct Redirected<'r> {
    /// The address to which Discord sent the browser.
    pub address: &'r str,
    /// The secret whose hash Discord got before (PKCE).
    pub verifier: &'r str,
}

/// The source of a login. Anybody can send invented codes, so each source has its own limit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LoginSource {
    /// An instance that the bot has opened, whose name is secret.
    Instance(InstanceId),
    /// The address of any other login; `None` where no proxy names it.
    Address(Option<IpAddr>),
}

/// The name of an instance of an Activity: `i-`, letters, digits and dashes, so one segment of an address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InstanceId(String);

impl InstanceId {
    pub fn new(text: String) -> Option<Self> {
        let is_name = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        // Discord's have about sixty characters.
        let is_id = text.len() <= 128 && text.strip_prefix("i-").is_some_and(is_name);
        is_id.then_some(Self(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Debug, Clone)]
pub struct ActivityInstance {
    pub channel: ChannelId,
    pub users: Vec<UserId>,
}
