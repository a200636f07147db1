//! `/live` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command};

pub fn live() -> CommandDefinition {
    command("live", [])
}
