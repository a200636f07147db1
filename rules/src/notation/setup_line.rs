//! Setup lines: a game's name, then its options.

use crate::notation::position_line::PositionError;
use crate::refusal::{Refusable, Refusal};

/// Why a setup line is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Nothing written.
    #[error("the setup is empty: it begins with the name of a game, `abalone`")]
    Empty,
    /// Longer than any setup.
    #[error("that is too long for a setup")]
    TextTooLong,
    /// No game of that name.
    #[error("I do not know the game `{game}`")]
    UnknownGame {
        /// As written.
        game: String,
    },
    /// A setup of one game where one of another is wanted.
    #[error("this is a setup of `{game}`, another game is wanted")]
    OtherGame {
        /// The one that was read.
        game: &'static str,
    },
    /// A word that is no option.
    #[error("`{option}` is no option of this game")]
    UnknownOption {
        /// As written.
        option: String,
    },
    /// An option without `=`.
    #[error("the option `{option}` needs a value: `{option}=…`")]
    NoValue {
        /// Its name.
        option: String,
    },
    /// The same option two times.
    #[error("the option `{option}` is given twice")]
    Twice {
        /// Its name.
        option: String,
    },
    /// A value out of range, or of another kind.
    #[error("`{option}={value}` is not possible: {option} is {expected}")]
    BadValue {
        /// The option.
        option: String,
        /// As written.
        value: String,
        /// What is accepted.
        expected: &'static str,
    },
    /// No layout of that name.
    #[error("I do not know the layout `{layout}`")]
    UnknownLayout {
        /// As written.
        layout: String,
    },
    /// A random layout without its seed.
    #[error("`layout={layout}` is random: add `seed=` and a number")]
    MissingSeed {
        /// Which.
        layout: String,
    },
    /// A layout of one's own without the board.
    #[error("`layout=custom` needs `board=` and nine rows from i to a, joined by `/`")]
    NoBoard,
    /// A board of one's own that cannot be read.
    #[error("`board=` cannot be read: {problem}")]
    BadBoard {
        /// What is wrong with it.
        problem: PositionError,
    },
    /// Two options that want the same cells.
    #[error("`{first}` and `{second}` exclude each other: both want {cells}")]
    Overlap {
        /// One of them.
        first: String,
        /// The other.
        second: String,
        /// The cells.
        cells: String,
    },
    /// Fewer marbles to eject than the target.
    #[error("`{layout}` and `{target}` exclude each other: there are too few marbles to eject ({marbles})")]
    TooFewMarbles {
        /// Where the marbles come from.
        layout: String,
        /// How many the player with the fewest could eject.
        marbles: u8,
        /// The option.
        target: String,
    },
    /// A crown on cells that hold no marbles of its player.
    #[error("`{crown}` and `{layout}` exclude each other: {color} has no marbles on {cells}")]
    NoCrown {
        /// The option.
        crown: String,
        /// Whose crown it would be.
        color: &'static str,
        /// Where it would rest.
        cells: String,
        /// Where the marbles come from.
        layout: String,
    },
    /// Nobody could make the first move.
    #[error("nobody can begin there: the game would be over at once")]
    OverAtOnce,
    /// An option of games of two colors in one of more.
    #[error("`{first}` and `{second}` exclude each other: it needs two players, or `seats=2x2`")]
    NeedsTwo {
        /// The option.
        first: String,
        /// Who plays.
        second: String,
    },
    /// Two options that exclude each other.
    #[error("`{first}` and `{second}` exclude each other")]
    Contradiction {
        /// One of them.
        first: String,
        /// The other.
        second: String,
    },
}

impl Refusable for SetupError {
    fn refusal(&self) -> Refusal {
        let (code, args) = match self.clone() {
            Self::Empty => ("empty-setup", Vec::new()),
            Self::TextTooLong => ("text-too-long", Vec::new()),
            Self::UnknownGame { game } => ("unknown-game", vec![("game", game)]),
            Self::OtherGame { game } => ("other-game", vec![("game", game.to_owned())]),
            Self::UnknownOption { option } => ("unknown-option", vec![("option", option)]),
            Self::NoValue { option } => ("no-value", vec![("option", option)]),
            Self::Twice { option } => ("twice", vec![("option", option)]),
            Self::BadValue { option, value, expected } => {
                ("bad-value", vec![("option", option), ("value", value), ("expected", expected.to_owned())])
            }
            Self::UnknownLayout { layout } => ("unknown-layout", vec![("layout", layout)]),
            Self::MissingSeed { layout } => ("not-drawn", vec![("layout", layout)]),
            Self::NoBoard => ("no-board", Vec::new()),
            Self::BadBoard { problem } => match problem {
                PositionError::Rows { expected, found } => {
                    ("board-rows", vec![("expected", expected.to_string()), ("found", found.to_string())])
                }
                PositionError::RowWidth { row, width } => {
                    ("board-row", vec![("row", row.to_string()), ("width", width.to_string())])
                }
                PositionError::Letter { row, letter } => {
                    ("board-letter", vec![("row", row.to_string()), ("letter", letter.to_string())])
                }
                problem => ("bad-board", vec![("problem", problem.to_string())]),
            },
            Self::Overlap { first, second, cells } => {
                ("overlap", vec![("first", first), ("second", second), ("cells", cells)])
            }
            Self::TooFewMarbles { layout, marbles, target } => {
                ("too-few-marbles", vec![("layout", layout), ("marbles", marbles.to_string()), ("target", target)])
            }
            Self::NoCrown { crown, color, cells, layout } => {
                ("no-crown", vec![("crown", crown), ("color", color.to_owned()), ("cells", cells), ("layout", layout)])
            }
            Self::OverAtOnce => ("over-at-once", Vec::new()),
            Self::NeedsTwo { first, second } => ("needs-two", vec![("first", first), ("second", second)]),
            Self::Contradiction { first, second } => ("contradiction", vec![("first", first), ("second", second)]),
        };
        Refusal { code, args, text: self.to_string() }
    }
}

/// The options of a setup line, taken one by one by the game that knows them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    left: Vec<(String, Option<String>)>,
}

impl Options {
    pub(crate) fn read(words: std::str::SplitWhitespace<'_>) -> Result<Self, SetupError> {
        let mut left: Vec<(String, Option<String>)> = Vec::new();
        for word in words {
            let word = word.to_lowercase();
            let (option, value) = match word.split_once('=') {
                Some((option, value)) => (option.to_owned(), Some(value.to_owned()).filter(|value| !value.is_empty())),
                None => (word, None),
            };
            if left.iter().any(|(known, _)| *known == option) {
                return Err(SetupError::Twice { option });
            }
            left.push((option, value));
        }
        Ok(Self { left })
    }

    /// Gives an option a value, in place of the one it had.
    pub(crate) fn set(&mut self, option: &str, value: String) {
        self.left.retain(|(name, _)| name != option);
        self.left.push((option.to_owned(), Some(value)));
    }

    /// The value of an option, once.
    pub(crate) fn take(&mut self, option: &str) -> Option<String> {
        let index = self.left.iter().position(|(name, value)| name == option && value.is_some())?;
        self.left.remove(index).1
    }

    /// The options of these names, for another game's reader, with one more put in; others are refused as
    /// [`Self::finish`] does.
    pub(crate) fn only(mut self, known: &[&str], option: &str, value: &str) -> Result<Self, SetupError> {
        let (mut taken, left) = self.left.drain(..).partition(|(name, _)| known.contains(&name.as_str()));
        Self { left }.finish(known)?;
        taken.push((option.to_owned(), Some(value.to_owned())));
        Ok(Self { left: taken })
    }

    /// Refuses the options that this game does not have, of those that other games have.
    pub(crate) fn refuse_foreign(&self, of_others: &[&str], known: &[&str]) -> Result<(), SetupError> {
        let is_foreign = |name: &str| of_others.contains(&name) && !known.contains(&name);
        match self.left.iter().find(|(name, _)| is_foreign(name)) {
            Some((option, _)) => Err(SetupError::UnknownOption { option: option.clone() }),
            None => Ok(()),
        }
    }

    /// The value of an option, which stays.
    pub(crate) fn peek(&self, option: &str) -> Option<&str> {
        self.left.iter().find(|(name, _)| name == option)?.1.as_deref()
    }

    /// Refuses what is left: options known to the game but without a value, and unknown ones.
    pub(crate) fn finish(&mut self, known: &[&str]) -> Result<(), SetupError> {
        let Some((option, value)) = self.left.drain(..).next() else { return Ok(()) };
        if value.is_none() && known.contains(&option.as_str()) {
            return Err(SetupError::NoValue { option });
        }
        Err(SetupError::UnknownOption { option })
    }
}
