//! Options that several commands share.

use std::str::FromStr;

use discord::{Interaction, ResolvedUser, interaction};

use crate::commands::command_definition::{ChoiceDefinition, OptionDefinition, choice, flag, text};
use crate::context::{Ctx, Problem};
use crate::localization::localize;

/// Resets a choice to the default of the server, the host or the program.
pub const DEFAULT: &str = "default";

/// The value of an option: `None` if absent, `Some(None)` to reset it to the default.
pub(crate) type Choice<T> = Option<Option<T>>;

/// The option `game`; not needed in a game's thread.
pub fn game() -> OptionDefinition {
    text("game").autocomplete().key("shared-game")
}

/// The option `game` for commands that also accept finished games.
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

/// The user of an option, including users who have left the server.
pub(crate) fn user_of<'i>(interaction: &'i Interaction, option: &str) -> Result<Option<&'i ResolvedUser>, Problem> {
    let Some(id) = interaction.options.get(option) else { return Ok(None) };
    let id = interaction::id(id);
    let user = interaction.users.iter().find(|user| Some(user.person.user.0) == id);
    user.map(Some).ok_or(Problem::Key("error-no-such-person"))
}

/// The person of an option, if they can play: not a bot, and a member who sees the channel. `absent` is the error for
/// others.
pub(crate) fn member_of<'i>(ctx: Ctx<'i>, option: &str, absent: &str) -> Result<Option<&'i ResolvedUser>, Problem> {
    let Some(user) = user_of(ctx.interaction, option)? else { return Ok(None) };
    if user.is_bot {
        return Err(Problem::Key("error-opponent-is-bot"));
    }
    if !user.sees_channel {
        return Err(Problem::Text(localize!(ctx, absent, player = user.person.user.0)));
    }
    Ok(Some(user))
}

pub(crate) fn choice_of<T: FromStr>(interaction: &Interaction, option: &str) -> Result<Choice<T>, Problem> {
    word_of(interaction, option, |word| word.parse().ok())
}

/// Parses a choice between two words.
pub(crate) fn switch_of(interaction: &Interaction, option: &str, yes: &str, no: &str) -> Result<Choice<bool>, Problem> {
    word_of(interaction, option, |word| [(yes, true), (no, false)].into_iter().find(|it| it.0 == word).map(|it| it.1))
}

/// Parses a choice from a list. Discord sends only listed values; a forged one is refused.
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
