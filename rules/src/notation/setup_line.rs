//! Setup lines: a game's name, then its options.

use crate::notation::position_line::PositionError;
use crate::refusal::{Refusable, Refusal, refusals};

refusals! {
    /// The reason why a setup line is refused.
    #[non_exhaustive]
    pub enum SetupError {
        ..Board(BadBoard),
        Empty = "empty-setup", "the setup is empty: it begins with the name of a game, `abalone`";
        TextTooLong = "text-too-long", "that is too long for a setup";
        UnknownGame { game: String } = "unknown-game", "I do not know the game `{game}`";
        OtherGame { game: &'static str } = "other-game", "this is a setup of `{game}`, another game is wanted";
        UnknownOption { option: String } = "unknown-option", "`{option}` is no option of this game";
        NoValue { option: String } = "no-value", "the option `{option}` needs a value: `{option}=…`";
        Twice { option: String } = "twice", "the option `{option}` is given twice";
        BadValue { option: String, value: String, expected: &'static str } = "bad-value",
            "`{option}={value}` is not possible: {option} is {expected}";
        UnknownLayout { layout: String } = "unknown-layout", "I do not know the layout `{layout}`";
        MissingSeed { layout: String } = "not-drawn", "`layout={layout}` is random: add `seed=` and a number";
        NoBoard = "no-board", "`layout=custom` needs `board=` and nine rows from i to a, joined by `/`";
        Overlap { first: String, second: String, cells: String } = "overlap",
            "`{first}` and `{second}` exclude each other: both want {cells}";
        TooFewMarbles { layout: String, marbles: u8, target: String } = "too-few-marbles",
            "`{layout}` and `{target}` exclude each other: there are too few marbles to eject ({marbles})";
        NoCrown { crown: String, color: &'static str, cells: String, layout: String } = "no-crown",
            "`{crown}` and `{layout}` exclude each other: {color} has no marbles on {cells}";
        OverAtOnce = "over-at-once", "nobody can begin there: the game would be over at once";
        NeedsTwo { first: String, second: String } = "needs-two",
            "`{first}` and `{second}` exclude each other: it needs two players, or `seats=2x2`";
        Contradiction { first: String, second: String } = "contradiction",
            "`{first}` and `{second}` exclude each other";
    }
}

/// A custom board that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`board=` cannot be read: {0}")]
pub struct BadBoard(#[from] PositionError);

impl Refusable for BadBoard {
    fn refusal(&self) -> Refusal {
        let (code, args) = match &self.0 {
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
        };
        Refusal { code, args, text: self.to_string() }
    }
}

/// The options of a setup line, each taken by the game that knows it.
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

    pub(crate) fn set(&mut self, option: &str, value: String) {
        self.left.retain(|(name, _)| name != option);
        self.left.push((option.to_owned(), Some(value)));
    }

    /// Removes an option and returns its value.
    pub(crate) fn take(&mut self, option: &str) -> Option<String> {
        let index = self.left.iter().position(|(name, value)| name == option && value.is_some())?;
        self.left.remove(index).1
    }

    /// Only these options, with one more added, for another game's reader. Others are refused as [`Self::finish`]
    /// does.
    pub(crate) fn only(mut self, known: &[&str], option: &str, value: &str) -> Result<Self, SetupError> {
        let (mut taken, left) = self.left.drain(..).partition(|(name, _)| known.contains(&name.as_str()));
        Self { left }.finish(known)?;
        taken.push((option.to_owned(), Some(value.to_owned())));
        Ok(Self { left: taken })
    }

    /// Refuses options that only other games have.
    pub(crate) fn refuse_foreign(&self, of_others: &[&str], known: &[&str]) -> Result<(), SetupError> {
        let is_foreign = |name: &str| of_others.contains(&name) && !known.contains(&name);
        match self.left.iter().find(|(name, _)| is_foreign(name)) {
            Some((option, _)) => Err(SetupError::UnknownOption { option: option.clone() }),
            None => Ok(()),
        }
    }

    /// The value of an option, which is kept.
    pub(crate) fn peek(&self, option: &str) -> Option<&str> {
        self.left.iter().find(|(name, _)| name == option)?.1.as_deref()
    }

    /// Refuses remaining options: known ones without a value, and unknown ones.
    pub(crate) fn finish(&mut self, known: &[&str]) -> Result<(), SetupError> {
        let Some((option, value)) = self.left.drain(..).next() else { return Ok(()) };
        if value.is_none() && known.contains(&option.as_str()) {
            return Err(SetupError::NoValue { option });
        }
        Err(SetupError::UnknownOption { option })
    }
}
