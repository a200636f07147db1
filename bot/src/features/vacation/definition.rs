//! `/vacation` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command, number, subcommand, text};
use crate::domain::LONGEST_DAYS;

pub fn vacation() -> CommandDefinition {
    command(
        "vacation",
        [
            subcommand(
                "start",
                [number("days", 1, LONGEST_DAYS).required(), text("from").autocomplete().max_length(60)],
            ),
            subcommand("stop", [text("which").autocomplete().max_length(40)]),
            subcommand("status", []),
        ],
    )
}
