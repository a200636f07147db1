//! `/rules` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command, text};

pub fn rules() -> CommandDefinition {
    command("rules", [text("topic").autocomplete().max_length(100)])
}
