//! Why a record is refused.

use super::GameResult;
use crate::refusal::{Refusable, Refusal};

/// The most characters of the input that an error message quotes.
const QUOTED: usize = 60;

/// Why a record is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each sentence says what its fields are")]
pub enum RecordError {
    /// There is no tag and no move in the text.
    #[error("there is no game in this text")]
    Nothing,
    /// Longer than any game.
    #[error("that is too long for one game")]
    TooLong,
    /// A byte that no text has.
    #[error("this is no text: there is a NUL byte in it")]
    Nul,
    /// A line that begins with `[` and is no tag pair.
    #[error("line {line} is no tag such as [Black \"Ada\"]")]
    Tag { line: usize },
    /// A tag whose name is none.
    #[error("`{name}` is no name of a tag")]
    TagName { name: String },
    /// More tags than any game needs.
    #[error("there are more than {most} tags")]
    TooManyTags { most: usize },
    /// The same tag two times.
    #[error("the tag {name} is given twice")]
    Twice { name: String },
    /// Something among the moves that is none.
    #[error("`{word}` is no move")]
    Word { word: String, line: usize },
    /// A comment or variation that never ends.
    #[error("the {what} that begins on line {line} never ends")]
    Unclosed { what: &'static str, line: usize },
    /// A tag with an unknown value.
    #[error("the tag {name} says `{value}`, which I do not know")]
    Value { name: &'static str, value: String },
    /// APGN's variant `custom` without a position.
    #[error("the variant is custom, and there is no tag Position")]
    NoPosition,
    /// A game that APGN has no place for.
    #[error("APGN knows only the game of two colors without further options: use the record")]
    NoApgn,
    /// A game that `PlayStrategy`'s form has no place for.
    #[error("PlayStrategy's form knows only the game of two colors without further options: use the record")]
    NoPlayStrategy,
    /// The end of the moves and the tag name different results.
    #[error("the tag Result says {tag}, the moves end with {moves}")]
    TwoResults { tag: GameResult, moves: GameResult },
    /// A result of another number of teams.
    #[error("{written} is no result of this game: write {expected}")]
    OtherResult { written: GameResult, expected: String },
    /// The start is refused.
    #[error(transparent)]
    Start(Refusal),
    /// A move is refused.
    #[error("move {number} `{text}`: {refusal}")]
    Move { number: usize, text: String, refusal: Refusal },
    /// A move behind the end.
    #[error("move {number} `{text}` comes after the end: {end}")]
    Over { number: usize, text: String, end: String },
    /// A pass is written where by the rules nobody passes, or another number of seats does.
    #[error("before move {number} there are {written} passes (`--`), by the rules there are {by_rules}")]
    Pass { number: usize, written: usize, by_rules: usize },
    /// A pass of a document has a time or a position.
    #[error("the pass (`--`) before move {number} has more than its seat")]
    PassWithMore { number: usize },
    /// The rules contradict the result.
    #[error("the record says {written}, by the rules it is {by_rules}")]
    Result { written: GameResult, by_rules: GameResult },
    /// A document that is no JSON, or has other members.
    #[error("line {line} of the JSON: {problem}")]
    Json { line: usize, problem: String },
    /// A document of another kind, or of a later version.
    #[error("this JSON is `{found}`, and I read `{known}`")]
    Format { found: String, known: &'static str },
    /// The seats of a document are not those of its setup.
    #[error("the seats are not those of the setup: {expected}")]
    Seats { expected: String },
    /// A move of a document is told of another seat than the rules know.
    #[error("move {number} is told of seat {written}, by the rules it is seat {by_rules} that plays it")]
    Seat { number: usize, written: u8, by_rules: u8 },
    /// The position that a document tells after a move is another one.
    #[error("the position after move {number} is `{by_rules}` and not the one that is written")]
    Position { number: usize, by_rules: String },
    /// No instant in UTC.
    #[error("move {number}: `{text}` is no time such as 2026-11-21T09:00:00Z")]
    Time { number: usize, text: String },
}

impl RecordError {
    /// The line that its sentence names.
    pub(super) const fn line(&self) -> Option<usize> {
        match self {
            Self::Tag { line } | Self::Unclosed { line, .. } | Self::Json { line, .. } => Some(*line),
            _ => None,
        }
    }
}

impl Refusable for RecordError {
    /// The refusal of a start or move as it is; everything else is `bad-record` with the problem in English.
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

/// The beginning of a text, long enough to find it again.
pub(super) fn quote(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
