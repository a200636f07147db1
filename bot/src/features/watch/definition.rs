//! `/watch` as Discord registers it.

use crate::commands::shared_options::any_game;
use crate::discord::command_definition::{CommandDefinition, command, subcommand, text};

pub fn watch() -> CommandDefinition {
    command(
        "watch",
        [
            subcommand("start", [any_game(), text("how").choices(["moves", "end", "thread"])]),
            subcommand("list", []),
            subcommand("stop", [any_game()]),
        ],
    )
}
