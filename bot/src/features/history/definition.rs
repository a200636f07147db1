//! `/history` as Discord registers it.

use crate::commands::shared_options::any_game;
use crate::discord::command_definition::{CommandDefinition, command};

pub fn history() -> CommandDefinition {
    command("history", [any_game()])
}
