//! `/abort` as Discord registers it.

use crate::commands::shared_options::game;
use crate::discord::command_definition::{CommandDefinition, command};

pub fn abort() -> CommandDefinition {
    command("abort", [game()])
}
