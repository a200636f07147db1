//! `/help`.

use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;

pub fn help(language: Language) -> Reply {
    Reply::ephemeral(OutgoingMessage::text(localize!(language, "help")))
}
