//! What any Discord bot needs: gateway, REST, interactions, messages, localization. Knows no feature.

pub mod api;
pub mod command_definition;
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

pub use api::{ActivityApi, AutoArchiveDuration, DiscordApi};
pub use error::{DiscordError, Remedy};
pub use interaction::{Attachment, Interaction, InteractionType, ResolvedUser};
pub use localization::Language;
pub(crate) use localization::localize;
pub use message::{
    Layout, OutgoingMessage, Picture, Style, TextFile, button, clean, code, escape_markdown, link_button, preselected,
    role_select, row, select, sentence, user_select, users_select,
};
pub use messenger::{Delivery, MessageSender, RoleChange, SentMessage, Unanswered};
pub use reply::{Deferral, Modal, ModalField, Reply};
