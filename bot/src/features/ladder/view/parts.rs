//! Shared parts of ladder views.

use clubs::domain::ladder::LadderHead;
use discord::{OutgoingMessage, Style, button, escape_markdown, row};
use games::domain::UserId;

use crate::features::ladder::button::{LadderButton, press};
use crate::localization::{Language, localize};

/// Maximum number of players named.
pub(super) const MOST_NAMED: usize = 40;

pub(super) fn mention(player: UserId) -> String {
    format!("<@{}>", player.0)
}

pub(crate) fn name_of(head: &LadderHead) -> String {
    escape_markdown(&head.name)
}

pub(super) fn question(
    language: Language,
    head: &LadderHead,
    text: String,
    yes: LadderButton,
    label: &str,
) -> OutgoingMessage {
    let back = press(head, LadderButton::Keep);
    let buttons = [
        button(&press(head, yes), language.localize(label, &[]), Style::Danger),
        button(&back, localize!(language, "button-back"), Style::Secondary),
    ];
    OutgoingMessage::text(text).rows(vec![row(buttons)])
}
