//! The subcommands of `/settings` about reminders and the digest.

use crate::commands::shared_options::as_usual;
use crate::discord::command_definition::{OptionDefinition, subcommand, text};

pub fn subcommands() -> [OptionDefinition; 3] {
    let typed = |name, most| text(name).autocomplete().max_length(most);
    [
        subcommand(
            "reminders",
            [
                typed("steps", 100),
                text("where").choices(["thread", "dm", "both", "none"]).choices([as_usual()]),
                text("turn").choices(["on", "off"]).choices([as_usual()]),
                typed("quiet", 40),
            ],
        ),
        subcommand("digest", [typed("at", 40)]),
        subcommand("test", []),
    ]
}
