//! `/statistics` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command};

pub fn statistics() -> CommandDefinition {
    command("statistics", [])
}
