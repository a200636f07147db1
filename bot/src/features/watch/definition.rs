//! `/watch` as Discord registers it.

use crate::commands::shared_options::game;
use crate::discord::command_definition::{CommandDefinition, command, subcommand, text};

pub fn watch() -> CommandDefinition {
    command(
        "watch",
        [
            subcommand("start", [game(), text("how").choices(["moves", "end", "thread"])]),
            subcommand("list", []),
            subcommand("stop", [game()]),
        ],
    )
}
