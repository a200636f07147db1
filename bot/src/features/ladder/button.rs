//! Buttons and selects about a ladder.

use std::fmt;
use std::str::FromStr;

use crate::commands::button::ParseButtonError;
use crate::domain::{LadderId, Timestamp, UserId};

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
    /// Leave, after the question.
    LeaveYes,
    /// Close the ladder, after the question.
    CloseYes,
    /// Do none of these.
    Keep,
    /// Show this page of the history, of all players or of one.
    History(u32, Option<UserId>),
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
            LadderVerb::LeaveYes => write!(f, "v1:ladder-leave!:{ladder}"),
            LadderVerb::CloseYes => write!(f, "v1:ladder-close!:{ladder}"),
            LadderVerb::Keep => write!(f, "v1:ladder-keep:{ladder}"),
            LadderVerb::History(page, None) => write!(f, "v1:ladder-history:{ladder}:{page}"),
            LadderVerb::History(page, Some(player)) => write!(f, "v1:ladder-history:{ladder}:{page}:{}", player.0),
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
            ("leave!", []) => LadderVerb::LeaveYes,
            ("close!", []) => LadderVerb::CloseYes,
            ("keep", []) => LadderVerb::Keep,
            ("history", [number]) => LadderVerb::History(page(number)?, None),
            ("history", [number, player]) => {
                let player = UserId(player.parse().map_err(|_| ParseButtonError)?);
                LadderVerb::History(page(number)?, Some(player))
            }
            ("challenge", []) => LadderVerb::Challenge,
            ("defender", [player]) => LadderVerb::Defender(UserId(player.parse().map_err(|_| ParseButtonError)?)),
            ("choose", []) => LadderVerb::Choose,
            _ => return Err(ParseButtonError),
        };
        Ok(Self { ladder: ladder.parse().map_err(|_| ParseButtonError)?, verb })
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
            LadderVerb::LeaveYes,
            LadderVerb::CloseYes,
            LadderVerb::Keep,
            LadderVerb::History(u32::MAX, None),
            LadderVerb::History(u32::MAX, Some(most)),
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
