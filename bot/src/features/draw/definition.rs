//! `/draw` as Discord registers it.

use crate::commands::shared_options::{game, withdraw};
use crate::discord::command_definition::{CommandDefinition, command};

pub fn draw() -> CommandDefinition {
    command("draw", [withdraw(), game()])
}
