//! `/help`.

use crate::discord::localization::{Language, say};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;

pub fn help(language: Language) -> Reply {
    Reply::private(OutgoingMessage::text(say!(language, "help")))
}
