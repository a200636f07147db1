//! Options that several commands have.

use crate::discord::command_definition::{ChoiceDefinition, OptionDefinition, choice, flag, text};

/// The value that leaves a choice to the server, the host or the program.
pub const DEFAULT: &str = "default";

/// What an option asks for: `None` when it is not named, `Some(None)` to go back to the default.
pub(crate) type Choice<T> = Option<Option<T>>;

/// Which game; not needed in its thread.
pub fn game() -> OptionDefinition {
    text("game").autocomplete().key("shared-game")
}

/// The same where finished games count too.
pub fn any_game() -> OptionDefinition {
    text("game").autocomplete().key("shared-any-game")
}

pub fn withdraw() -> OptionDefinition {
    flag("withdraw").key("shared-withdraw")
}

/// The choice that withdraws a choice.
pub fn as_usual() -> ChoiceDefinition {
    choice(DEFAULT, "shared-default")
}
