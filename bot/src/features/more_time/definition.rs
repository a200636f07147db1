//! `/more-time` as Discord registers it.

use crate::commands::shared_options::game;
use crate::discord::command_definition::{CommandDefinition, command, number};
use crate::features::more_time::service::LONGEST_GIFT_DAYS;

pub fn more_time() -> CommandDefinition {
    command(
        "more-time",
        [number("days", 0, LONGEST_GIFT_DAYS), number("hours", 0, 23), number("minutes", 0, 59), game()],
    )
}
