//! Components that stand for a command, and the menus of `/settings` and `/setup`: selects for the options of each
//! subcommand, and one for the other subcommands.

use discord::custom_id::buttons;
use discord::{CreateActionRow, OutgoingMessage, Style, button, preselect, role_select, row, select, select_row};
use games::domain::RequestId;
use serde_json::{Map, Value, json};

use crate::commands::command_definition::OptionDefinition;
use crate::commands::shared_options::DEFAULT;
use crate::localization::{Language, localize};

/// Placeholder for the value that a select gives.
pub const CHOSEN: &str = "?";

buttons! {
    pub enum CommandButton {
        /// The select's value replaces the option that is [`CHOSEN`], or names the subcommand if no option is. Options
        /// that are `null` are asked for in a form.
        Run { name: String, options: Map<String, Value> } = "run",
        /// Run the command stored for the menu of this request.
        RunKept { request: RequestId } = "run-kept",
    }
}

impl CommandButton {
    pub fn new(name: &str, options: Value) -> Self {
        let options = if let Value::Object(options) = options { options } else { Map::new() };
        Self::Run { name: name.to_owned(), options }
    }
}

/// Characters of the label of a menu's entry.
const LONGEST_LABEL: usize = 100;

/// Rows of menus: a message has five, the last leads to the other settings.
const MOST_MENUS: usize = 4;

/// Subcommands of `/setup` and `/settings` that work without typed input.
const OF_SERVERS: [&str; 8] = ["show", "picture", "channels", "thread", "web", "organizers", "leader", "presets"];
const OF_PLAYERS: [&str; 11] = [
    "show",
    "picture",
    "takeback",
    "moves",
    "clock",
    "reminders",
    "digest",
    "vacation status",
    "presets",
    "web",
    "block",
];

/// The answer of a command with its menus. `chosen` has the current values of its options, where known.
pub fn with_menus(
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
        let description = language.attribute(&format!("command-{top}-{}", other.replace(' ', "-")), "description");
        ((*other).to_owned(), description, String::new())
    });
    let press = CommandButton::new(top, json!({}));
    post.add_row(select_row(select(&press, &localize!(language, "settings-others"), &others.collect::<Vec<_>>())))
}

/// A select for each option that has choices or is a role, and a row of buttons for flags. `chosen` has the current
/// values of some options.
fn option_rows(
    language: Language,
    command: &str,
    options: &[OptionDefinition],
    chosen: &[(&str, &str)],
) -> Vec<CreateActionRow> {
    let parent = format!("command-{}", command.replace(' ', "-"));
    let press = |option: &OptionDefinition, value: Value| CommandButton::Run {
        name: command.to_owned(),
        options: [(option.name.to_owned(), value)].into_iter().collect(),
    };
    let mut rows = Vec::new();
    let mut flags = Vec::new();
    for option in options {
        let description = option.description_in(language, &parent);
        let choices = option.choices_in(language, &parent);
        if option.is_role() {
            rows.push(select_row(role_select(&press(option, CHOSEN.into()), &description)));
        } else if option.is_flag() {
            flags.push(button(&press(option, true.into()), description, Style::Secondary));
        } else if !choices.is_empty() {
            // A closed menu shows only what is selected, so the default names its option.
            let entry = |(value, label): (String, String)| {
                let label = match value.as_str() {
                    DEFAULT => {
                        localize!(language, "settings-default-of", question = description.as_str(), default = label)
                    }
                    _ => label,
                };
                (value, label.chars().take(LONGEST_LABEL).collect(), String::new())
            };
            let choices: Vec<_> = choices.into_iter().map(entry).collect();
            let now = chosen.iter().find(|(name, _)| *name == option.name).map_or("", |(_, value)| value);
            rows.push(select_row(preselect(&press(option, CHOSEN.into()), &description, &choices, &[now])));
        }
    }
    if !flags.is_empty() {
        rows.push(row(flags));
    }
    rows
}
