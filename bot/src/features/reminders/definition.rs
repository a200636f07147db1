//! The subcommands of `/settings` about reminders and the digest.

use crate::commands::shared_options::use_default;
use crate::discord::command_definition::{OptionDefinition, subcommand, text};

pub fn subcommands() -> [OptionDefinition; 3] {
    let typed = |name, most| text(name).autocomplete().max_length(most);
    [
        subcommand(
            "reminders",
            [
                typed("steps", 100),
                text("where").choices(["thread", "dm", "both", "none"]).choices([use_default()]),
                text("turn").choices(["on", "off"]).choices([use_default()]),
                typed("quiet", 40),
            ],
        ),
        subcommand("digest", [typed("at", 40)]),
        subcommand("test", []),
    ]
}
