//! What views of ladders have in common.

use crate::commands::Button;
use crate::discord::{Language, OutgoingMessage, Style, button, escape_markdown, localize, row};
use crate::domain::UserId;
use crate::domain::clubs::ladder::LadderHead;
use crate::features::ladder::button::word;

/// Of many players, these are named.
pub(super) const MOST_NAMED: usize = 40;

pub(super) fn mention(player: UserId) -> String {
    format!("<@{}>", player.0)
}

pub(crate) fn name_of(head: &LadderHead) -> String {
    escape_markdown(&head.name)
}

pub(super) fn question(language: Language, text: String, yes: &Button, label: &str) -> OutgoingMessage {
    let back = Button { word: word::KEEP.into(), number: None, ..yes.clone() };
    let buttons = [
        button(yes, language.localize(label, &[]), Style::Danger),
        button(&back, localize!(language, "button-back"), Style::Secondary),
    ];
    OutgoingMessage::text(text).rows(vec![row(&buttons)])
}
