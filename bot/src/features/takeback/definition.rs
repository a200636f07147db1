//! `/takeback` as Discord registers it.

use crate::commands::shared_options::{game, withdraw};
use crate::discord::command_definition::{CommandDefinition, command};

pub fn takeback() -> CommandDefinition {
    command("takeback", [withdraw(), game()])
}
