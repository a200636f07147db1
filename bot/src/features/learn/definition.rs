//! `/learn` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command};

pub fn learn() -> CommandDefinition {
    command("learn", [])
}
