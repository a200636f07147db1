//! Buttons and selects about a ladder.

use std::fmt;
use std::str::FromStr;

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::ParseButtonError;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::domain::ladder::refusal::LadderError;
use crate::domain::{LadderId, Timestamp, UserId};
use crate::features::ladder::command;

/// The meaning of a `custom_id`: `v1:ladder-<verb>:<ladder>[:<number>[:<number>]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LadderButton {
    pub ladder: LadderId,
    pub verb: LadderVerb,
}

/// What a button about a ladder does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LadderVerb {
    /// Show this page of the table.
    Page(u32),
    /// Show this page of the table of an earlier instant.
    Day(u32, Timestamp),
    Join,
    Leave,
    /// Show whom one may challenge.
    Challenge,
    /// Challenge this player.
    Defender(UserId),
    /// Challenge the player who is chosen (a select).
    Choose,
}

impl fmt::Display for LadderButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ladder = self.ladder;
        match self.verb {
            LadderVerb::Page(page) => write!(f, "v1:ladder-page:{ladder}:{page}"),
            LadderVerb::Day(page, at) => write!(f, "v1:ladder-day:{ladder}:{page}:{}", at.0),
            LadderVerb::Join => write!(f, "v1:ladder-join:{ladder}"),
            LadderVerb::Leave => write!(f, "v1:ladder-leave:{ladder}"),
            LadderVerb::Challenge => write!(f, "v1:ladder-challenge:{ladder}"),
            LadderVerb::Defender(player) => write!(f, "v1:ladder-defender:{ladder}:{}", player.0),
            LadderVerb::Choose => write!(f, "v1:ladder-choose:{ladder}"),
        }
    }
}

impl FromStr for LadderButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let parts: Vec<&str> = text.split(':').collect();
        let ["v1", word, ladder, numbers @ ..] = parts.as_slice() else { return Err(ParseButtonError) };
        let page = |text: &str| text.parse().map_err(|_| ParseButtonError);
        let verb = match (word.strip_prefix("ladder-").ok_or(ParseButtonError)?, numbers) {
            ("page", [number]) => LadderVerb::Page(page(number)?),
            ("day", [number, at]) => {
                LadderVerb::Day(page(number)?, Timestamp(at.parse().map_err(|_| ParseButtonError)?))
            }
            ("join", []) => LadderVerb::Join,
            ("leave", []) => LadderVerb::Leave,
            ("challenge", []) => LadderVerb::Challenge,
            ("defender", [player]) => LadderVerb::Defender(UserId(player.parse().map_err(|_| ParseButtonError)?)),
            ("choose", []) => LadderVerb::Choose,
            _ => return Err(ParseButtonError),
        };
        Ok(Self { ladder: ladder.parse().map_err(|_| ParseButtonError)?, verb })
    }
}

/// Answers a button or a select. It works only in the server of its ladder.
pub async fn press(app: &App, language: Language, interaction: &Interaction, button: &LadderButton) -> Answer {
    let LadderButton { ladder, verb } = *button;
    let guild = interaction.origin.guild_id.ok_or(LadderError::NoServer).map_err(crate::games::GameError::from)?;
    if !app.games.ladders(guild).await?.iter().any(|head| head.ladder_id == ladder) {
        return Err(Problem::UNKNOWN_BUTTON);
    }
    match verb {
        LadderVerb::Page(page) => command::page(app, language, interaction, ladder, Some(page)).await,
        LadderVerb::Day(page, at) => command::day(app, language, interaction, ladder, at, page).await,
        LadderVerb::Join => command::joined(app, language, interaction, ladder).await,
        LadderVerb::Leave => command::left(app, language, interaction, ladder).await,
        LadderVerb::Challenge => command::choices(app, language, interaction, ladder).await,
        LadderVerb::Defender(player) => command::challenged(app, language, interaction, ladder, player, None).await,
        LadderVerb::Choose => {
            let chosen = interaction.values.first().and_then(|value| value.parse().ok());
            let player = UserId(chosen.ok_or(Problem::UNKNOWN_BUTTON)?);
            command::challenged(app, language, interaction, ladder, player, None).await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_reads_back_as_itself_and_fits() {
        let most = UserId(u64::MAX);
        for verb in [
            LadderVerb::Page(400),
            LadderVerb::Day(399, Timestamp(i64::MAX)),
            LadderVerb::Join,
            LadderVerb::Leave,
            LadderVerb::Challenge,
            LadderVerb::Defender(most),
            LadderVerb::Choose,
        ] {
            let button = LadderButton { ladder: LadderId((1 << 45) - 1), verb };
            let id = button.to_string();
            assert!(id.len() <= 100 && id.parse() == Ok(button), "{id}");
        }
        for text in
            ["", "v1:ladder-join", "v1:ladder-join:000000007:1", "v1:ladder-page:000000007:-1", "v1:join:000000007"]
        {
            assert_eq!(text.parse::<LadderButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
