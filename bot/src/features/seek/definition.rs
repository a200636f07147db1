//! `/seek` as registered with Discord.

use games::domain::LONGEST_SEEK_DAYS;

use crate::commands::command_definition::{CommandDefinition, flag, number, text};
use crate::features::challenge::definition::options_for_two;

/// `/seek`: the options of `/challenge` for two players, and the conditions for accepting.
pub fn seek() -> CommandDefinition {
    let mut options = options_for_two();
    options.push(number("reliability", 1, 100));
    options.push(flag("new-players"));
    options.push(text("rating").autocomplete().max_length(20));
    options.push(number("days", 1, LONGEST_SEEK_DAYS));
    CommandDefinition::with_options("seek", options)
}
