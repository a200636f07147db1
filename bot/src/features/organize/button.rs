//! Buttons of organizers.

use std::fmt;
use std::str::FromStr;

use crate::commands::button::ParseButtonError;
use crate::domain::{GameId, ReplacementAnswer, RequestId};

/// The meaning of a `custom_id`: `v1:organize-<verb>:<number>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrganizeButton(pub OrganizeVerb);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganizeVerb {
    /// Confirm the decision that this command has asked for.
    Confirm(RequestId),
    /// Show this page of the log.
    Log(u32),
    /// Take over from a player, or not: the answer to the question of this version of the game.
    Replace(GameId, i64, ReplacementAnswer),
}

impl fmt::Display for OrganizeButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            OrganizeVerb::Confirm(asked) => write!(f, "v1:organize-confirm:{}", asked.0),
            OrganizeVerb::Log(page) => write!(f, "v1:organize-log:{page}"),
            OrganizeVerb::Replace(game, version, ReplacementAnswer::Accept) => {
                write!(f, "v1:organize-replace:{game}:{version}")
            }
            OrganizeVerb::Replace(game, version, ReplacementAnswer::Decline) => {
                write!(f, "v1:organize-decline:{game}:{version}")
            }
        }
    }
}

impl FromStr for OrganizeButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let rest = text.strip_prefix("v1:organize-").ok_or(ParseButtonError)?;
        let verb = match rest.split_once(':').ok_or(ParseButtonError)? {
            ("confirm", asked) => asked.parse().ok().map(|asked| OrganizeVerb::Confirm(RequestId(asked))),
            ("log", page) => page.parse().ok().map(OrganizeVerb::Log),
            ("replace", about) => {
                about_game(about).map(|(game, at)| OrganizeVerb::Replace(game, at, ReplacementAnswer::Accept))
            }
            ("decline", about) => {
                about_game(about).map(|(game, at)| OrganizeVerb::Replace(game, at, ReplacementAnswer::Decline))
            }
            _ => None,
        };
        verb.map(Self).ok_or(ParseButtonError)
    }
}

/// A game and its version.
fn about_game(text: &str) -> Option<(GameId, i64)> {
    let (game, version) = text.split_once(':')?;
    Some((game.parse().ok()?, version.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_reads_back_as_itself_and_fits() {
        let game = GameId((1 << 45) - 1);
        for verb in [
            OrganizeVerb::Confirm(RequestId(u64::MAX)),
            OrganizeVerb::Log(u32::MAX),
            OrganizeVerb::Replace(game, i64::MAX, ReplacementAnswer::Accept),
            OrganizeVerb::Replace(game, 0, ReplacementAnswer::Decline),
        ] {
            let id = OrganizeButton(verb).to_string();
            assert!(id.len() <= 100 && id.parse() == Ok(OrganizeButton(verb)), "{id}");
        }
        for text in ["", "v1:organize-log", "v1:organize-log:-1", "v1:organize-confirm:x", "v1:organize-x:1"] {
            assert_eq!(text.parse::<OrganizeButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
