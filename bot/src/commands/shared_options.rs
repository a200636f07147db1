//! Options that several commands have.

use std::str::FromStr;

use crate::commands::answer::Problem;
use crate::discord::command_definition::{ChoiceDefinition, OptionDefinition, choice, flag, text};
use crate::discord::{Interaction, Language, ResolvedUser, interaction, localize};

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

pub fn use_default() -> ChoiceDefinition {
    choice(DEFAULT, "shared-default")
}

pub(crate) fn set<T: Clone>(chosen: &mut Option<T>, choice: Choice<T>) {
    if let Some(choice) = choice {
        *chosen = choice;
    }
}

/// The user whom an option names, also one who has left the server.
pub(crate) fn user_of<'i>(interaction: &'i Interaction, option: &str) -> Result<Option<&'i ResolvedUser>, Problem> {
    let Some(id) = interaction.options.get(option) else { return Ok(None) };
    let id = interaction::id(id);
    let found = interaction.users.iter().find(|user| Some(user.person.user.0) == id);
    found.map(Some).ok_or(Problem::Key("error-no-such-person"))
}

/// The person whom an option names, if they can play: no bot, and a member who sees the channel. `absent` says that they do not.
pub(crate) fn member_of<'i>(
    language: Language,
    interaction: &'i Interaction,
    option: &str,
    absent: &str,
) -> Result<Option<&'i ResolvedUser>, Problem> {
    let Some(user) = user_of(interaction, option)? else { return Ok(None) };
    if user.is_bot {
        return Err(Problem::Key("error-opponent-is-bot"));
    }
    if !user.sees_channel {
        return Err(Problem::Text(localize!(language, absent, player = user.person.user.0)));
    }
    Ok(Some(user))
}

/// Reads a choice among values with names.
pub(crate) fn choice_of<T: FromStr>(interaction: &Interaction, option: &str) -> Result<Choice<T>, Problem> {
    word_of(interaction, option, |word| word.parse().ok())
}

/// Reads a choice between two words.
pub(crate) fn switch_of(interaction: &Interaction, option: &str, yes: &str, no: &str) -> Result<Choice<bool>, Problem> {
    word_of(interaction, option, |word| [(yes, true), (no, false)].into_iter().find(|it| it.0 == word).map(|it| it.1))
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
