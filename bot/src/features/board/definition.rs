//! `/board` as Discord registers it.

use crate::commands::shared_options::game;
use crate::discord::command_definition::{CommandDefinition, command, flag, number, text};

pub fn board() -> CommandDefinition {
    command(
        "board",
        [game(), number("ply", 0, 10_000), text("style").choices(["picture", "text", "words"]), flag("flip")],
    )
}
