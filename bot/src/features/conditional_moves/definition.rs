//! `/line` as Discord registers it.

use crate::commands::shared_options::game;
use crate::discord::command_definition::{CommandDefinition, OptionDefinition, command, number, subcommand, text};

pub fn line() -> CommandDefinition {
    let turns = |name| text(name).autocomplete().max_length(1500);
    command(
        "line",
        [
            subcommand("add", [turns("if"), turns("then"), turns("moves"), game()]),
            subcommand("show", [line_number(), game()]),
            subcommand("remove", [line_number(), game()]),
        ],
    )
}

fn line_number() -> OptionDefinition {
    number("number", 1, 200)
}
