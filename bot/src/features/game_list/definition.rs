//! `/games` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command};

pub fn games() -> CommandDefinition {
    command("games", [])
}
