//! `/move` as Discord registers it.

use crate::commands::shared_options::game;
use crate::discord::command_definition::{CommandDefinition, command, text};

pub fn play() -> CommandDefinition {
    command("move", [text("move").required().autocomplete().max_length(150), game()])
}
