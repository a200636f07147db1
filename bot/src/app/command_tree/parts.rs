//! What the command tree is made of.

use serde_json::{Value, json};

/// Discord's numbers for kinds of options.
pub const SUBCOMMAND: u8 = 1;

/// See [`SUBCOMMAND`].
pub const TEXT: u8 = 3;

/// See [`SUBCOMMAND`].
pub const NUMBER: u8 = 4;

/// See [`SUBCOMMAND`].
pub const FLAG: u8 = 5;

/// See [`SUBCOMMAND`].
pub const USER: u8 = 6;

/// An option of this kind, its name and description in both languages.
pub fn option(kind: u8, name: [&str; 2], description: [&str; 2], more: &Value) -> Value {
    let mut option = json!({
        "type": kind,
        "name": name[0],
        "name_localizations": { "fr": name[1] },
        "description": description[0],
        "description_localizations": { "fr": description[1] },
    });
    if let (Some(option), Some(more)) = (option.as_object_mut(), more.as_object()) {
        option.extend(more.clone());
    }
    option
}

/// What can be chosen: value, and its name in both languages.
pub fn choices(choices: &[(&str, &str, &str)]) -> Value {
    let choices = choices.iter().map(
        |(value, english, french)| json!({ "name": english, "name_localizations": { "fr": french }, "value": value }),
    );
    json!({ "choices": choices.collect::<Vec<_>>() })
}

/// A command, wherever commands can be given.
pub fn command(name: [&str; 2], description: [&str; 2], options: &[Value]) -> Value {
    json!({
        "type": 1,
        "name": name[0],
        "name_localizations": { "fr": name[1] },
        "description": description[0],
        "description_localizations": { "fr": description[1] },
        "options": options,
        // Where the server has the bot, where only the person has it, and in direct messages.
        "integration_types": [0, 1],
        "contexts": [0, 1, 2],
    })
}

/// A part of a command; it stands alone among its parts, and the command by itself does nothing.
pub fn subcommand(name: [&str; 2], description: [&str; 2], options: &[Value]) -> Value {
    option(SUBCOMMAND, name, description, &json!({ "options": options }))
}
