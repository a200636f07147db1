//! `/help` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command};

pub fn help() -> CommandDefinition {
    command("help", [])
}
