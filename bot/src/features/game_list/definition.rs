//! `/games` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command, text};
use crate::features::game_list::press::{Show, Sort};

pub fn games() -> CommandDefinition {
    command(
        "games",
        [text("show").choices(Show::ALL.map(|(_, word)| word)), text("sort").choices(Sort::ALL.map(|(_, word)| word))],
    )
}
