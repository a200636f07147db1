//! Options that several commands have.

use crate::commands::answer::Problem;
use crate::discord::command_definition::{ChoiceDefinition, OptionDefinition, choice, flag, text};
use crate::discord::interaction::Interaction;

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
pub fn use_default() -> ChoiceDefinition {
    choice(DEFAULT, "shared-default")
}

pub(crate) fn set<T: Clone>(chosen: &mut Option<T>, choice: Choice<T>) {
    if let Some(choice) = choice {
        *chosen = choice;
    }
}

/// Reads a choice from a list. Discord sends nothing else than what the list has; what is sent otherwise is refused.
pub(crate) fn word_of<T>(
    interaction: &Interaction,
    option: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Choice<T>, Problem> {
    match interaction.text(option) {
        None => Ok(None),
        Some(DEFAULT) => Ok(Some(None)),
        Some(word) => read(word).map(|value| Some(Some(value))).ok_or(Problem::Key("error-no-such-choice")),
    }
}
