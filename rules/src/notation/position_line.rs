//! Shared parts of position lines: rows of cells or points, numbers, and errors.

use std::str::SplitWhitespace;

use crate::board::fanorona::Point;
use crate::board::hex::{Cell, Hexagon};
use crate::color::Color;
use crate::refusal::{Refusable, Refusal};

/// Separates the lines of two boards.
pub(crate) const BETWEEN_BOARDS: &str = " ; ";

/// Prints the rows of a hexagon from the top. `letter` gives the letter of a cell; `None`: empty.
pub(crate) fn write_rows(board: Hexagon, letter: impl Fn(Cell) -> Option<char>) -> String {
    write_grid((0..board.rows()).rev().map(|row| board.row(row)), letter)
}

/// Prints the rows of any board, joined by `/`.
pub(crate) fn write_grid<P>(
    rows: impl Iterator<Item = impl Iterator<Item = P>>,
    letter: impl Fn(P) -> Option<char>,
) -> String {
    let mut text = String::with_capacity(70);
    for (index, row) in rows.enumerate() {
        if index > 0 {
            text.push('/');
        }
        let mut gap = 0_u8;
        for place in row {
            let Some(letter) = letter(place) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                text.push_str(&gap.to_string());
                gap = 0;
            }
            text.push(letter);
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
    }
    text
}

/// Reads the rows of a hexagon from the top. `put` gets every letter with its cell and returns whether it is known.
pub(crate) fn read_rows(board: Hexagon, text: &str, put: impl FnMut(Cell, char) -> bool) -> Result<(), PositionError> {
    read_grid(text, (0..board.rows()).rev().map(|row| (char::from(b'a' + row), board.row(row))), put)
}

/// Reads the rows of any board, each with its name.
pub(crate) fn read_grid<P>(
    text: &str,
    rows: impl ExactSizeIterator<Item = (char, impl Iterator<Item = P> + Clone)>,
    mut put: impl FnMut(P, char) -> bool,
) -> Result<(), PositionError> {
    let (expected, found) = (rows.len(), text.split('/').count());
    if found != expected {
        return Err(PositionError::Rows { expected, found });
    }
    for ((name, mut places), text) in rows.zip(text.split('/')) {
        let width = places.clone().count();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(mut gap) = letter.to_digit(10) {
                // Rows of more than nine cells have runs of two digits.
                if let Some(units) = letters.peek().and_then(|next| next.to_digit(10))
                    && letter == '1'
                    && width >= 10 + units as usize
                {
                    gap = 10 + units;
                    letters.next();
                }
                if gap == 0 || places.by_ref().take(gap as usize).count() < gap as usize {
                    return Err(PositionError::RowWidth { row: name, width });
                }
                continue;
            }
            let place = places.next().ok_or(PositionError::RowWidth { row: name, width })?;
            if !put(place, letter) {
                return Err(PositionError::Letter { row: name, letter });
            }
        }
        if places.next().is_some() {
            return Err(PositionError::RowWidth { row: name, width });
        }
    }
    Ok(())
}

/// The words of a position line, read one after the other.
pub(crate) struct Words<'a>(SplitWhitespace<'a>);

impl<'a> Words<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self(text.split_whitespace())
    }

    pub(crate) fn next(&mut self, part: &'static str) -> Result<&'a str, PositionError> {
        self.0.next().ok_or(PositionError::Missing { part })
    }

    /// The color to move, among the first `colors`.
    pub(crate) fn color(&mut self, colors: u8) -> Result<Color, PositionError> {
        let word = self.next("color to move")?;
        let mut letters = word.chars().map(|letter| letter.to_ascii_lowercase());
        let color = letters.next().and_then(Color::from_letter).filter(|color| (*color as u8) < colors);
        color.filter(|_| letters.next().is_none()).ok_or_else(|| PositionError::bad("color to move", word))
    }

    pub(crate) fn number(&mut self, part: &'static str) -> Result<u32, PositionError> {
        let word = self.next(part)?;
        small(word).ok_or_else(|| PositionError::bad(part, word))
    }

    /// The remaining, optional words.
    pub(crate) fn rest(self) -> SplitWhitespace<'a> {
        self.0
    }
}

/// A plain number of at most six digits.
pub(crate) fn small(text: &str) -> Option<u32> {
    let plain = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// The reason why a position line is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each sentence says it")]
pub enum PositionError {
    #[error("that is too long for a position")]
    TooLong,
    #[error("a position of this game has {expected} rows joined by `/`, this one has {found}")]
    Rows { expected: usize, found: usize },
    #[error("row {row} has {width} cells, and the position tells of another number")]
    RowWidth { row: char, width: usize },
    #[error("`{letter}` in row {row} is nothing that stands on this board")]
    Letter { row: char, letter: char },
    #[error("the position line ends before its {part}")]
    Missing { part: &'static str },
    #[error("`{found}` is no valid {part} of a position")]
    Value { part: &'static str, found: String },
    #[error("`{found}` is no valid {part} of a position: {why}")]
    Untrue { part: &'static str, found: String, why: String },
    #[error("the sisters that `sis` names are not those that stand in the rows as `n`")]
    SistersElsewhere,
    #[error("while placing, Black has no sister to see, and White sees Black's, `sis=c3:-`, in rows a to d")]
    Placing,
    #[error("after {ply} turns {white} white and {black} black pieces are placed, the position tells of others")]
    Placed { ply: u32, white: u32, black: u32 },
    #[error("after {ply} turns it is {color} who places")]
    PlacesNow { ply: u32, color: &'static str },
    #[error("e3 stays free until all pieces are placed")]
    CenterTaken,
    #[error("there are {found} pieces, and there can be 1 to 44")]
    PieceCount { found: u32 },
    #[error("no piece has come to {point} so, flipped, and may go on")]
    Chain { point: Point },
    #[error("that is a position of another setup")]
    OtherRules,
    #[error("{cell} is not free")]
    NotFree { cell: Cell },
    #[error("the obstacles and holes of the position are not those of the setup")]
    Terrain,
    #[error("the neutral marbles of the position are not those of the setup")]
    Neutral,
    #[error("nothing is left to place for the color to move")]
    NothingToPlace,
    #[error("the turns on the two boards are not in the order of the rounds")]
    BoardsApart,
    #[error("no second move is possible: the turn is over")]
    HalfOver,
    #[error("`{word}` is not known in a position of this game")]
    Word { word: String },
    #[error("`{word}` is given twice")]
    Twice { word: &'static str },
}

impl PositionError {
    pub(crate) fn bad(part: &'static str, found: &str) -> Self {
        Self::Value { part, found: found.to_owned() }
    }
}

impl Refusable for PositionError {
    fn refusal(&self) -> Refusal {
        Refusal { code: "bad-position", args: vec![("problem", self.to_string())], text: self.to_string() }
    }
}
