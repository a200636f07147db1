//! `/play` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command, user};

pub fn play() -> CommandDefinition {
    command("play", [user("user")])
}
