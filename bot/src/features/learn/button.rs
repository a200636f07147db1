//! The buttons of an exercise. Their ids hold the exercise and the moves that are made in it, so they work after a restart and a year
//! later; whose they are does not matter, as nothing but the presser's own progress follows from them.

use std::fmt;
use std::str::FromStr;

use crate::commands::ParseButtonError;
use crate::commands::board::move_entry::EntryIds;
use crate::domain::named::named;

/// Characters that Discord takes in a `custom_id`.
const LONGEST_ID: usize = 100;

named! {
    pub enum LearnAction, "button of an exercise" {
        /// Begin the exercise.
        Open = "learn-open",
        /// Ask what to move.
        Menu = "learn-menu",
        /// What to move has been chosen (a select).
        From = "learn-from",
        /// Where to has been chosen.
        Step = "learn-step",
        /// Make the move.
        Play = "learn-play",
        /// Ask for a move (a modal), and make it.
        Type = "learn-type",
        Hint = "learn-hint",
        Solution = "learn-solution",
    }
}

/// `v1:learn-<action>:<exercise>:<moves made>:<text>`. The exercise may be one that no longer exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnButton {
    pub action: LearnAction,
    pub exercise: String,
    /// One's own moves so far.
    pub played: Vec<String>,
    /// A turn, a page.
    pub text: String,
}

/// In the place of a key: the first exercise that is not solved.
const NEXT: &str = "next";

impl LearnButton {
    /// Opens what `/learn` does.
    pub fn next() -> Self {
        Self::of(LearnAction::Open, NEXT, &[])
    }

    pub fn is_next(&self) -> bool {
        self.exercise == NEXT
    }

    pub fn of(action: LearnAction, exercise: &str, played: &[String]) -> Self {
        Self { action, exercise: exercise.to_owned(), played: played.to_vec(), text: String::new() }
    }

    fn with(&self, action: LearnAction, text: impl Into<String>) -> Self {
        Self { action, text: text.into(), ..self.clone() }
    }
}

impl fmt::Display for LearnButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:{}:{}:{}:{}", self.action, self.exercise, self.played.join("."), self.text)
    }
}

impl FromStr for LearnButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let mut parts = text.strip_prefix("v1:").ok_or(ParseButtonError)?.splitn(4, ':');
        let mut next = || parts.next().ok_or(ParseButtonError);
        let (action, exercise, played, text) = (next()?, next()?, next()?, next()?);
        Ok(Self {
            action: action.parse().map_err(|_| ParseButtonError)?,
            exercise: exercise.to_owned(),
            played: played.split('.').filter(|turn| !turn.is_empty()).map(str::to_owned).collect(),
            text: text.to_owned(),
        })
    }
}

/// The menu *Move…* of an exercise.
impl EntryIds for LearnButton {
    fn page(&self, page: usize, begun: &str) -> String {
        self.with(LearnAction::Menu, format!("{page}.{begun}")).to_string()
    }

    fn from(&self, begun: &str) -> String {
        self.with(LearnAction::From, begun).to_string()
    }

    fn step(&self, turn: &str) -> String {
        self.with(LearnAction::Step, turn).to_string()
    }

    fn play(&self, turn: &str) -> Option<String> {
        let play = self.with(LearnAction::Play, turn).to_string();
        (play.chars().count() <= LONGEST_ID).then_some(play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_reads_back_as_itself_and_fits() {
        for action in LearnAction::ALL.iter().copied() {
            for played in [vec![], vec!["e5e6".to_owned()]] {
                let button = LearnButton::of(action, "learn-broadside", &played).with(action, "c3c5d3");
                let id = button.to_string();
                assert!(id.len() <= LONGEST_ID, "{id}");
                assert_eq!(id.parse(), Ok(button));
            }
        }
        for text in ["v1:learn-dance:learn-step::", "v1:learn-open", "v1:play:1:2", "v1:learn-open:a:b"] {
            assert!(text.parse::<LearnButton>().is_err(), "{text}");
        }
    }
}
