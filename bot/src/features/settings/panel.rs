//! The menus of `/settings` and `/setup`: each answer has those of its own options, and one that leads to the other settings.

use crate::commands::command_button::{CommandButton, option_rows};
use crate::discord::command_definition::OptionDefinition;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, row, select};

/// Rows of a message, one of which leads to the other settings.
const MOST_MENUS: usize = 4;

/// What `/setup` and `/settings` change and show without anything typed.
const OF_SERVERS: [&str; 7] = ["show", "picture", "channels", "thread", "organizers", "leader", "presets"];
const OF_PLAYERS: [&str; 8] = ["show", "picture", "takeback", "moves", "clock", "reminders", "presets", "block"];

/// The answer of a command with its menus. `chosen` is what the options have now, where that is known.
pub(crate) fn with_menus(
    language: Language,
    command: &str,
    options: &[OptionDefinition],
    chosen: &[(&str, &str)],
    post: OutgoingMessage,
) -> OutgoingMessage {
    let menus = option_rows(language, command, options, chosen).into_iter().take(MOST_MENUS);
    let post = menus.fold(post, OutgoingMessage::add_row);
    let (top, section) = command.split_once(' ').unwrap_or((command, "show"));
    let sections: &[&str] = if top == "setup" { &OF_SERVERS } else { &OF_PLAYERS };
    let others = sections.iter().filter(|other| **other != section).map(|other| {
        let description = language.attribute(&format!("command-{top}-{other}"), "description");
        ((*other).to_owned(), description, String::new())
    });
    let press = CommandButton::new(top, serde_json::json!({}));
    post.add_row(row(&[select(&press, &localize!(language, "settings-others"), &others.collect::<Vec<_>>())]))
}
