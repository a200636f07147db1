//! The buttons of an exercise. Anyone may press them, since they only affect the presser's own progress.

use discord::custom_id::{About, CustomId as _, buttons};

use crate::board::turn_button::Turns;
use crate::commands::PlayButton;

buttons! {
    pub enum LearnButton {
        /// Start the first unsolved exercise.
        Next = "learn-next",
        Open = "learn-open",
        /// Start it from the end of the previous, unsolved exercise.
        OpenLeft = "learn-left",
        /// A step of a turn, or all of it.
        Turn { press: PlayButton } = "learn-turn",
        Hint = "learn-hint",
        Solution = "learn-solution",
    }
}

/// A button of the exercise with this key, after these turns.
pub type LearnPress = About<String, About<Turns, LearnButton>>;

pub fn press(key: &str, played: &[String], button: LearnButton) -> LearnPress {
    button.about(Turns(played.to_vec())).about(key.to_owned())
}

/// The button that acts like `/learn`.
pub fn press_next() -> LearnPress {
    press("", &[], LearnButton::Next)
}
