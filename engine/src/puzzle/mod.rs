//! Puzzles: positions of two-player Abalone in which exactly one turn reaches a goal against any reply. The engine
//! chooses the same turn, so it is also good beyond the goal.

mod solve;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use rules::games::abalone::Abalone;
use rules::notation::setup_line::SetupError;
use rules::{Refusable as _, Refusal, Ruleset as _};

pub use solve::{Proof, count_solutions, is_only_line, prove};

/// The goal of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Win the game.
    Win,
    /// Eject one marble more than is lost, counted from the start of the puzzle. The opponent's ejections in return
    /// count too: see [`prove`].
    Marble,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Marble => "marble",
        })
    }
}

impl FromStr for Goal {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        [Self::Win, Self::Marble].into_iter().find(|goal| goal.to_string() == text).ok_or(())
    }
}

/// A position in which exactly one turn reaches the goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// The number, from 1; stable.
    pub number: u32,
    /// The setup line of the game that the position is from.
    pub setup: &'static str,
    /// The position line. The player on turn solves.
    pub position: &'static str,
    /// The solver's goal.
    pub goal: Goal,
    /// The solver's own turns to the goal.
    pub moves: u8,
    /// A first estimate of the difficulty, on the scale of players' ratings: 900 for one own turn and 400 more for
    /// each other one; 200 more if the first turn ejects nothing; more for further ejections and legal turns to
    /// choose from.
    pub rating: f64,
    /// The whole line in canonical notation: own turn, reply, own turn, and so on.
    pub solution: Vec<&'static str>,
}

/// The state of a solver's attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// One of the turns does not reach the goal.
    Wrong,
    /// The goal is reached.
    Solved,
    /// All turns were right so far, and the opponent answers.
    GoOn {
        /// The opponent's turn in canonical notation.
        reply: String,
    },
}

impl Puzzle {
    /// Reads a line of the table of puzzles; `None` if it is malformed.
    pub fn read(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [number, setup, position, goal, moves, rating, solution] = columns[..] else { return None };
        Some(Self {
            number: number.parse().ok()?,
            setup,
            position,
            goal: goal.parse().ok()?,
            moves: moves.parse().ok()?,
            rating: rating.parse().ok()?,
            solution: solution.split(' ').collect(),
        })
    }

    /// Judges the solver's own turns, in any accepted notation, from the start of the puzzle. Without a turn, and
    /// after the first wrong one, the verdict is [`Verdict::Wrong`]; turns after the solution are ignored.
    ///
    /// # Errors
    /// A turn that is invalid or illegal.
    ///
    /// # Examples
    /// ```
    /// use engine::puzzle::{Verdict, puzzles};
    /// let puzzle = puzzles().iter().find(|puzzle| puzzle.moves == 1).expect("there are easy ones");
    /// assert_eq!(puzzle.judge(&[puzzle.solution[0].to_owned()])?, Verdict::Solved);
    /// # Ok::<(), rules::Refusal>(())
    /// ```
    pub fn judge(&self, own_turns: &[String]) -> Result<Verdict, Refusal> {
        let mut game = rules::open_at(self.setup, self.position)?;
        let mut verdict = Verdict::Wrong;
        for (written, step) in own_turns.iter().zip(self.solution.chunks(2)) {
            if game.play(written)? != step[0] {
                return Ok(Verdict::Wrong);
            }
            verdict = match step.get(1) {
                Some(reply) => Verdict::GoOn { reply: game.play(reply)? },
                None => Verdict::Solved,
            };
        }
        Ok(verdict)
    }

    /// Proves that the solution is unique and takes the stated number of own turns, along its whole line.
    ///
    /// # Errors
    /// The defect. A proof that would search more than `limit` positions counts as failed.
    pub fn check(&self, limit: u64) -> Result<(), CheckError> {
        let rules: Abalone = self.setup.parse().map_err(|error: SetupError| error.refusal())?;
        let start = rules.read_position(self.position).map_err(|error| error.refusal())?;
        let (mut position, mut line) = (start, Vec::new());
        for written in &self.solution {
            let mv = rules.read_move(&position, written).map_err(|error| error.refusal())?;
            position = rules.play(&position, &mv).map_err(|error| error.refusal())?;
            line.push(mv);
        }
        let has_length = line.len() + 1 == 2 * usize::from(self.moves);
        let is_proven = has_length && is_only_line(&rules, &start, self.goal, &line, limit);
        if is_proven { Ok(()) } else { Err(CheckError::Unproven) }
    }
}

/// The reason why a puzzle is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// Its setup, position or solution is invalid or illegal.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Another turn also reaches the goal, or the goal is reached sooner, or not at all.
    #[error("the solution is not the only one in so many turns, or none")]
    Unproven,
}

static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let lines = include_str!("../../puzzles.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Puzzle::read(line).expect("our own puzzles are a table")).collect()
});

/// All puzzles, by number.
pub fn puzzles() -> &'static [Puzzle] {
    &PUZZLES
}
