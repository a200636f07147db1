//! The parts that any Discord bot needs, on serenity. They know no game.

pub mod api;
pub mod context;
pub mod custom_id;
pub mod endpoint;
pub mod error;
pub mod gateway;
pub mod interaction;
pub mod localization;
pub mod message;
pub mod messenger;
pub mod reply;
pub mod responder;
pub mod rest;
pub mod retry;
pub mod shards;
#[cfg(test)]
mod test_support;

pub use api::{AutoArchiveDuration, DiscordApi, EditMessage, RoleChange};
pub use context::{App, Ctx, NotManaged, UnknownButton};
pub use error::{DiscordError, ErrorClass};
pub use interaction::{Attachment, Interaction, InteractionType, ResolvedUser};
pub use message::{
    CreateActionRow, CreateButton, CreateSelectMenu, Layout, OutgoingMessage, Picture, Style, TextFile, button, code,
    escape_except_mentions, escape_markdown, preselect, remove_controls, role_select, row, select, select_row,
    sentence, user_select,
};
pub use messenger::{MessageSender, SentMessage};
pub use reply::{Deferral, Modal, ModalField, Reply};
