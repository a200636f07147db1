//! Users, channels, messages, files.

use std::collections::BTreeSet;

use serde_json::Value;

pub type Id = u64;

#[derive(Debug, Clone)]
pub struct User {
    pub id: Id,
    pub username: String,
    pub name: String,
    pub bot: bool,
    pub locale: String,
    pub color: u32,
    /// Refuses direct messages from the bot.
    pub dm_closed: bool,
    /// Has the permission to manage the servers.
    pub manages: bool,
}

#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // They are Discord's permissions, each its own switch.
pub struct BotPermissions {
    pub view: bool,
    pub send: bool,
    pub attach: bool,
    pub create_threads: bool,
    /// Lock threads, and write in locked ones.
    pub manage_threads: bool,
}

/// A text channel, direct messages, or a thread.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Its id; for a thread started from a message, that of the message.
    pub id: Id,
    /// `None` for direct messages.
    pub guild: Option<Id>,
    /// 0 text, 1 direct messages, 11 thread, 15 forum.
    pub kind: u8,
    /// Empty for direct messages.
    pub name: String,
    pub parent: Option<Id>,
    pub owner: Id,
    pub recipients: Vec<Id>,
    pub members: BTreeSet<Id>,
    /// Users who do not see the channel and its threads.
    pub hidden_from: BTreeSet<Id>,
    /// Hidden until a member or the bot writes.
    pub archived: bool,
    pub locked: bool,
    /// Minutes without activity after which a thread is archived.
    pub auto_archive_minutes: u64,
    pub archive_ms: i64,
    /// The last activity, for archiving.
    pub active_ms: i64,
    pub last_message: Option<Id>,
    /// The bot's permissions; a thread has its parent's.
    pub bot: BotPermissions,
}

#[derive(Debug, Clone)]
pub struct Message {
    pub id: Id,
    pub channel: Id,
    pub author: Id,
    pub content: String,
    pub components: Value,
    /// Attachments as Discord describes them.
    pub attachments: Vec<Value>,
    /// Discord's flags: 64 ephemeral, 128 loading, 32 has a thread …
    pub flags: u64,
    /// Discord's type: 0 message, 20 answer to a command, 21 start of a thread.
    pub kind: u8,
    pub at_ms: i64,
    pub edited_ms: Option<i64>,
    pub mentions: Vec<Id>,
    /// The only user who sees it.
    pub private_for: Option<Id>,
    /// The interaction it answers: id, type, user, command name.
    pub interaction: Option<(Id, u8, Id, String)>,
    /// Channel and id of the message that its thread starts from.
    pub reference: Option<(Id, Id)>,
    pub nonce: Value,
}

pub const PRIVATE: u64 = 1 << 6;
pub const THINKING: u64 = 1 << 7;
pub const HAS_THREAD: u64 = 1 << 5;

#[derive(Debug, Clone)]
pub struct StoredFile {
    pub name: String,
    pub content_type: String,
    pub bytes: axum::body::Bytes,
}

/// An event for the users' pages.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its recipients; `None` is all.
    pub for_users: Option<Vec<Id>>,
    pub body: Value,
}

#[derive(Debug, Clone)]
pub struct OpenModal {
    pub modal: Value,
    /// The message whose button opened it.
    pub message: Option<(Id, Id)>,
}
