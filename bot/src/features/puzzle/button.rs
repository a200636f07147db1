//! The buttons of a puzzle. What they may do depends on the presser's stored progress.

use discord::custom_id::{About, CustomId as _, buttons};

use crate::board::turn_button::Turns;
use crate::commands::PlayButton;

buttons! {
    pub enum PuzzleButton {
        /// Show the puzzle of a day.
        Day { day: i64 } = "puzzle-day",
        /// Show the next puzzle near the player's rating.
        Next = "puzzle-next",
        /// Show the current puzzle again.
        Open = "puzzle-open",
        /// A step of a turn, or all of it.
        Turn { press: PlayButton } = "puzzle-turn",
        Solution = "puzzle-solution",
    }
}

/// A button of the puzzle with this number, after these turns.
pub type PuzzlePress = About<i64, About<Turns, PuzzleButton>>;

pub fn press(number: impl Into<i64>, played: &[String], button: PuzzleButton) -> PuzzlePress {
    button.about(Turns(played.to_vec())).about(number.into())
}

/// A button to a puzzle from a message that shows none.
pub fn press_anywhere(button: PuzzleButton) -> PuzzlePress {
    press(0, &[], button)
}

#[cfg(test)]
mod tests {
    use engine::puzzle::puzzles;

    use super::*;

    #[test]
    fn the_last_turn_of_every_puzzle_fits() {
        let longest = puzzles().iter().max_by_key(|puzzle| puzzle.solution.len()).expect("puzzles");
        let played: Vec<String> = longest.solution.iter().step_by(2).map(ToString::to_string).collect();
        let last = press(
            longest.number,
            &played,
            PuzzleButton::Turn { press: PlayButton::Play { turn: "c3c5d3".to_owned() } },
        );
        assert!(last.fits(), "{last}");
    }
}
