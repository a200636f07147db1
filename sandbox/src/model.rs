//! What the world is made of: users, channels, messages, files.

use std::collections::BTreeSet;

use serde_json::Value;

/// A snowflake.
pub type Id = u64;

/// Somebody: a person or the bot.
#[derive(Debug, Clone)]
pub struct User {
    /// The user's id; of the bot also its application's.
    pub id: Id,
    /// Lower-case handle.
    pub username: String,
    /// The name shown.
    pub name: String,
    /// Is it the bot?
    pub bot: bool,
    /// Language of the person's client.
    pub locale: String,
    /// Color of the name on the page.
    pub color: u32,
    /// Takes no direct messages from the bot.
    pub dm_closed: bool,
    /// Manages the servers.
    pub manages: bool,
}

/// What the bot may do in a channel.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // They are Discord's permissions, each its own switch.
pub struct BotMay {
    /// See it.
    pub view: bool,
    /// Write messages.
    pub send: bool,
    /// Send files.
    pub attach: bool,
    /// Start threads.
    pub create_threads: bool,
    /// Lock threads, and write in locked ones.
    pub manage_threads: bool,
}

/// A text channel, direct messages, or a thread.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Its id; of a thread started from a message, that message's.
    pub id: Id,
    /// Its guild; none for direct messages.
    pub guild: Option<Id>,
    /// 0 text, 1 direct messages, 11 thread.
    pub kind: u8,
    /// Empty for direct messages.
    pub name: String,
    /// The channel a thread hangs below.
    pub parent: Option<Id>,
    /// Who started the thread.
    pub owner: Id,
    /// Both sides of direct messages.
    pub recipients: Vec<Id>,
    /// Who follows the thread.
    pub members: BTreeSet<Id>,
    /// Out of sight until somebody writes.
    pub archived: bool,
    /// Only moderators bring it back.
    pub locked: bool,
    /// Quiet minutes after which a thread is archived.
    pub auto_archive_minutes: u64,
    /// When a thread was last archived or brought back.
    pub archive_ms: i64,
    /// The last sign of life, for archiving.
    pub active_ms: i64,
    /// The newest message.
    pub last_message: Option<Id>,
    /// The bot's permissions; a thread has its parent's.
    pub bot: BotMay,
}

/// A message and what the sandbox must know beside its JSON.
#[derive(Debug, Clone)]
pub struct Message {
    /// Its id.
    pub id: Id,
    /// Its channel.
    pub channel: Id,
    /// Who wrote it.
    pub author: Id,
    /// Text.
    pub content: String,
    /// Embeds as sent, pictures resolved to addresses.
    pub embeds: Value,
    /// Components as sent.
    pub components: Value,
    /// Attachments as Discord describes them.
    pub attachments: Vec<Value>,
    /// Flags: 64 private, 128 thinking, 32 has a thread …
    pub flags: u64,
    /// Discord's type: 0 message, 19 reply, 20 answer to a command, 18 thread created, 21 start of a thread.
    pub kind: u8,
    /// When it was written.
    pub at_ms: i64,
    /// When it was last changed.
    pub edited_ms: Option<i64>,
    /// Who is pinged.
    pub mentions: Vec<Id>,
    /// The only person who sees it.
    pub private_for: Option<Id>,
    /// The interaction it answers: id, type, user, command name.
    pub interaction: Option<(Id, u8, Id, String)>,
    /// Which message it answers or starts from.
    pub reference: Option<(Id, Id)>,
    /// The sender's mark.
    pub nonce: Value,
    /// Emoji and who chose it.
    pub reactions: Vec<(String, Vec<Id>)>,
}

/// `flags` bit: only one person sees it.
pub const PRIVATE: u64 = 1 << 6;
/// `flags` bit: the bot is thinking.
pub const THINKING: u64 = 1 << 7;
/// `flags` bit: a thread hangs below.
pub const HAS_THREAD: u64 = 1 << 5;

/// A file somebody sent.
#[derive(Debug, Clone)]
pub struct StoredFile {
    /// File name.
    pub name: String,
    /// MIME type.
    pub content_type: String,
    /// Content.
    pub bytes: axum::body::Bytes,
}

/// What happened, for the people's pages.
#[derive(Debug, Clone)]
pub struct Event {
    /// The only ones who may know; `None` is everybody.
    pub for_users: Option<Vec<Id>>,
    /// The event's JSON.
    pub body: Value,
}

/// A modal that is open at a person's.
#[derive(Debug, Clone)]
pub struct OpenModal {
    /// Its JSON.
    pub modal: Value,
    /// The message whose button opened it.
    pub message: Option<(Id, Id)>,
}
