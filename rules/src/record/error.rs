//! Errors of records.

use super::GameResult;
use crate::refusal::{Refusable, Refusal};

/// The most characters of the input that an error message quotes.
const QUOTED: usize = 60;

/// The reason why a record is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum RecordError {
    #[error("there is no game in this text")]
    Nothing,
    #[error("that is too long for one game")]
    TooLong,
    #[error("this is no text: there is a NUL byte in it")]
    Nul,
    #[error("line {line} is no tag such as [Black \"Ada\"]")]
    Tag { line: usize },
    #[error("`{name}` is no name of a tag")]
    TagName { name: String },
    #[error("there are more than {most} tags")]
    TooManyTags { most: usize },
    #[error("the tag {name} is given twice")]
    Twice { name: String },
    #[error("`{word}` is no move")]
    Word { word: String, line: usize },
    #[error("the {what} that begins on line {line} never ends")]
    Unclosed { what: &'static str, line: usize },
    #[error("the tag {name} says `{value}`, which I do not know")]
    Value { name: &'static str, value: String },
    #[error("the variant is custom, and there is no tag Position")]
    NoPosition,
    #[error("APGN knows only the game of two colors without further options: use the record")]
    NoApgn,
    #[error("PlayStrategy's form knows only the game of two colors without further options: use the record")]
    NoPlayStrategy,
    #[error("the tag Result says {tag}, the moves end with {moves}")]
    TwoResults { tag: GameResult, moves: GameResult },
    #[error("{written} is no result of this game: write {expected}")]
    OtherResult { written: GameResult, expected: String },
    #[error(transparent)]
    Start(Refusal),
    #[error("move {number} `{text}`: {refusal}")]
    Move { number: usize, text: String, refusal: Refusal },
    #[error("move {number} `{text}` comes after the end: {end}")]
    Over { number: usize, text: String, end: String },
    #[error("before move {number} there are {written} passes (`--`), by the rules there are {by_rules}")]
    Pass { number: usize, written: usize, by_rules: usize },
    #[error("the pass (`--`) before move {number} has more than its seat")]
    PassWithMore { number: usize },
    #[error("the record says {written}, by the rules it is {by_rules}")]
    Result { written: GameResult, by_rules: GameResult },
    #[error("line {line} of the JSON: {problem}")]
    Json { line: usize, problem: String },
    #[error("this JSON is `{found}`, and I read `{known}`")]
    Format { found: String, known: &'static str },
    #[error("the seats are not those of the setup: {expected}")]
    Seats { expected: String },
    #[error("move {number} is told of seat {written}, by the rules it is seat {by_rules} that plays it")]
    Seat { number: usize, written: u8, by_rules: u8 },
    #[error("the position after move {number} is `{by_rules}` and not the one that is written")]
    Position { number: usize, by_rules: String },
    #[error("move {number}: `{text}` is no time such as 2026-11-21T09:00:00Z")]
    Time { number: usize, text: String },
}

impl RecordError {
    pub(super) const fn line(&self) -> Option<usize> {
        match self {
            Self::Tag { line } | Self::Unclosed { line, .. } | Self::Json { line, .. } => Some(*line),
            _ => None,
        }
    }
}

impl Refusable for RecordError {
    /// A refused start or move keeps its refusal; everything else becomes `bad-record` with the problem in English.
    fn refusal(&self) -> Refusal {
        match self {
            Self::Start(refusal) => refusal.clone(),
            problem => {
                let text = problem.to_string();
                Refusal { code: "bad-record", args: vec![("problem", text.clone())], text }
            }
        }
    }
}

pub(super) fn quote(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
