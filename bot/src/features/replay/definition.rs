//! `/replay` as Discord registers it.

use crate::commands::shared_options::any_game;
use crate::discord::command_definition::{CommandDefinition, command, flag};

pub fn replay() -> CommandDefinition {
    command("replay", [any_game(), flag("public")])
}
