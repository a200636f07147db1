//! `/organize` as Discord registers it.

use crate::discord::command_definition::{
    CommandDefinition, OptionDefinition, command, flag, number, subcommand, text, user,
};
use crate::domain::{LONGEST_REASON, MOST_DAYS};

/// Which game; not needed in its thread.
pub(crate) fn game() -> OptionDefinition {
    text("game").autocomplete().key("shared-organize-game")
}

pub(crate) fn reason() -> OptionDefinition {
    text("reason").required().max_length(LONGEST_REASON as u32).key("shared-organize-reason")
}

pub fn organize() -> CommandDefinition {
    command(
        "organize",
        [
            subcommand("adjudicate", [reason(), user("winner"), flag("draw"), game()]),
            subcommand("annul", [reason(), game()]),
            subcommand(
                "extend",
                [reason(), number("days", 0, MOST_DAYS), number("hours", 0, 23), number("minutes", 0, 59), game()],
            ),
            subcommand("pause", [reason(), number("days", 1, MOST_DAYS), game()]),
            subcommand("resume", [reason(), game()]),
        ],
    )
    .for_organizers()
}
