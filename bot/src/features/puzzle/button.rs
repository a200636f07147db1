//! The buttons of a puzzle. What they are allowed to do follows from what is stored of the presser.

use crate::commands::board::turn_button::{TurnAction, TurnButton};
use crate::domain::Day;
use crate::domain::named::named;

named! {
    pub enum PuzzleAction, "button of a puzzle" {
        /// Show the puzzle of a day, which stands in the place of the number.
        Day = "puzzle-day",
        /// Show the next puzzle near the player's rating.
        Next = "puzzle-next",
        /// Show the puzzle again as it stands.
        Open = "puzzle-open",
        Menu = "puzzle-menu",
        From = "puzzle-from",
        Step = "puzzle-step",
        Play = "puzzle-play",
        Type = "puzzle-type",
        Solution = "puzzle-solution",
    }
}

impl TurnAction for PuzzleAction {
    const MENU: Self = Self::Menu;
    const FROM: Self = Self::From;
    const STEP: Self = Self::Step;
    const PLAY: Self = Self::Play;
    const TYPE: Self = Self::Type;
}

/// A button of the puzzle with this number.
pub type PuzzleButton = TurnButton<PuzzleAction, i64>;

impl PuzzleButton {
    pub fn next() -> Self {
        Self::of(PuzzleAction::Next, 0, &[])
    }

    pub fn day(day: Day) -> Self {
        Self::of(PuzzleAction::Day, day.0, &[])
    }
}

#[cfg(test)]
mod tests {
    use engine::puzzle::puzzles;

    use crate::commands::button::LONGEST_ID;

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
