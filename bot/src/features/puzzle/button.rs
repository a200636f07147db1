//! The buttons of a puzzle. Their ids hold the puzzle and the turns that are played in it, so they work after a restart and a year later.
//! What they are allowed to do follows from what is stored of the presser.

use std::fmt;
use std::str::FromStr;

use crate::commands::ParseButtonError;
use crate::commands::board::move_entry::EntryIds;
use crate::domain::Day;
use crate::domain::named::named;

/// Characters that Discord takes in a `custom_id`.
const LONGEST_ID: usize = 100;

named! {
    pub enum PuzzleAction, "button of a puzzle" {
        /// Show the puzzle of a day, which stands in the place of the number.
        Day = "puzzle-day",
        /// Show the next puzzle near the player's rating.
        Next = "puzzle-next",
        /// Show the puzzle again as it stands.
        Open = "puzzle-open",
        /// Ask what to move.
        Menu = "puzzle-menu",
        /// What to move has been chosen (a select).
        From = "puzzle-from",
        /// Where to has been chosen.
        Step = "puzzle-step",
        /// Make the move.
        Play = "puzzle-play",
        /// Ask for a move (a modal), and make it.
        Type = "puzzle-type",
        Solution = "puzzle-solution",
    }
}

/// `v1:puzzle-<action>:<number>:<turns played>:<text>`. The puzzle may be one that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleButton {
    pub action: PuzzleAction,
    pub number: i64,
    /// One's own turns so far.
    pub played: Vec<String>,
    /// A turn, a page.
    pub text: String,
}

impl PuzzleButton {
    pub fn of(action: PuzzleAction, puzzle: u32, played: &[String]) -> Self {
        Self { action, number: puzzle.into(), played: played.to_vec(), text: String::new() }
    }

    pub const fn next() -> Self {
        Self { action: PuzzleAction::Next, number: 0, played: Vec::new(), text: String::new() }
    }

    pub const fn day(day: Day) -> Self {
        Self { action: PuzzleAction::Day, number: day.0, played: Vec::new(), text: String::new() }
    }

    fn with(&self, action: PuzzleAction, text: impl Into<String>) -> Self {
        Self { action, text: text.into(), ..self.clone() }
    }
}

impl fmt::Display for PuzzleButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:{}:{}:{}:{}", self.action, self.number, self.played.join("."), self.text)
    }
}

impl FromStr for PuzzleButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let mut parts = text.strip_prefix("v1:").ok_or(ParseButtonError)?.splitn(4, ':');
        let mut next = || parts.next().ok_or(ParseButtonError);
        let (action, number, played, text) = (next()?, next()?, next()?, next()?);
        Ok(Self {
            action: action.parse().map_err(|_| ParseButtonError)?,
            number: number.parse().map_err(|_| ParseButtonError)?,
            played: played.split('.').filter(|turn| !turn.is_empty()).map(str::to_owned).collect(),
            text: text.to_owned(),
        })
    }
}

/// The menu *Move…* of a puzzle.
impl EntryIds for PuzzleButton {
    fn page(&self, page: usize, begun: &str) -> String {
        self.with(PuzzleAction::Menu, format!("{page}.{begun}")).to_string()
    }

    fn from(&self, begun: &str) -> String {
        self.with(PuzzleAction::From, begun).to_string()
    }

    fn step(&self, turn: &str) -> String {
        self.with(PuzzleAction::Step, turn).to_string()
    }

    fn play(&self, turn: &str) -> Option<String> {
        let play = self.with(PuzzleAction::Play, turn).to_string();
        (play.chars().count() <= LONGEST_ID).then_some(play)
    }
}

#[cfg(test)]
mod tests {
    use engine::puzzle::puzzles;

    use super::*;

    #[test]
    fn every_button_of_every_puzzle_reads_back_as_itself_and_fits() {
        let longest = puzzles().iter().max_by_key(|puzzle| puzzle.solution.len()).expect("puzzles");
        let played: Vec<String> = longest.solution.iter().step_by(2).map(ToString::to_string).collect();
        for action in PuzzleAction::ALL.iter().copied() {
            for played in [&[], &played[..]] {
                let button = PuzzleButton::of(action, longest.number, played).with(action, "c3c5d3");
                let id = button.to_string();
                assert!(id.len() <= LONGEST_ID, "{id}");
                assert_eq!(id.parse(), Ok(button));
            }
        }
        for button in [PuzzleButton::next(), PuzzleButton::day(Day(20_785))] {
            assert_eq!(button.to_string().parse(), Ok(button));
        }
        for text in ["v1:puzzle-dance:1::", "v1:puzzle-open", "v1:puzzle-open:x::", "v1:play:1:2", "v1:puzzle-open:1:b"]
        {
            assert!(text.parse::<PuzzleButton>().is_err(), "{text}");
        }
    }
}
