//! The buttons of an exercise. Whose they are does not matter, as nothing but the presser's own progress follows from them.

use crate::commands::board::turn_button::{TurnAction, TurnButton};
use crate::domain::named::named;

named! {
    pub enum LearnAction, "button of an exercise" {
        /// Begin the exercise.
        Open = "learn-open",
        Menu = "learn-menu",
        From = "learn-from",
        Step = "learn-step",
        Play = "learn-play",
        Type = "learn-type",
        Hint = "learn-hint",
        Solution = "learn-solution",
    }
}

impl TurnAction for LearnAction {
    const MENU: Self = Self::Menu;
    const FROM: Self = Self::From;
    const STEP: Self = Self::Step;
    const PLAY: Self = Self::Play;
    const TYPE: Self = Self::Type;
}

/// A button of the exercise with this key.
pub type LearnButton = TurnButton<LearnAction, String>;

/// In the place of a key: the first exercise that is not solved.
const NEXT: &str = "next";

impl LearnButton {
    /// Opens what `/learn` does.
    pub fn next() -> Self {
        Self::of(LearnAction::Open, NEXT, &[])
    }

    pub fn is_next(&self) -> bool {
        self.position == NEXT
    }
}

#[cfg(test)]
mod tests {
    use crate::commands::button::LONGEST_ID;

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
