//! `/privacy` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command, subcommand};

pub fn privacy() -> CommandDefinition {
    command("privacy", [subcommand("show", []), subcommand("export", []), subcommand("delete", [])])
}
