//! `/profile` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command, user};

pub fn profile() -> CommandDefinition {
    command("profile", [user("user"), user("against")])
}
