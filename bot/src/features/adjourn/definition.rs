//! `/adjourn` and `/resume` as Discord registers them.

use crate::commands::shared_options::{game, withdraw};
use crate::discord::command_definition::{CommandDefinition, command, number};
use crate::domain::MOST_DAYS;

pub fn adjourn() -> CommandDefinition {
    command("adjourn", [number("days", 1, MOST_DAYS), withdraw(), game()])
}

pub fn resume() -> CommandDefinition {
    command("resume", [game()])
}
