//! One instant of a match of Abalone, and its line of text.

use std::fmt;

use super::ring;
use crate::hex::Cell;
use crate::table::{Refusable, Refusal, Seat};

/// The two colors, in the order of their first turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Moves first, from the bottom of the board.
    Black,
    /// Moves second.
    White,
}

impl Color {
    /// Both, in the order of their first turns.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// `b` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
    /// The color of `b` or `w`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'b' => Some(Self::Black),
            'w' => Some(Self::White),
            _ => None,
        }
    }
    /// The other one.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
    /// Who plays it.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

/// Marbles, whose turn it is, and the counts that later rulings need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Sets of cells, by color; invariant: disjoint.
    pub(super) marbles: [u64; 2],
    pub(super) to_move: Color,
    pub(super) lost: [u8; 2],
    pub(super) ply: u32,
    pub(super) calm: u32,
}

impl Position {
    /// The color of the marble on a cell.
    pub const fn at(&self, cell: Cell) -> Option<Color> {
        if self.marbles[0] & ring::bit(cell) != 0 {
            Some(Color::Black)
        } else if self.marbles[1] & ring::bit(cell) != 0 {
            Some(Color::White)
        } else {
            None
        }
    }
    /// Whose turn it is, or would be, were the match not over.
    pub const fn turn(&self) -> Color {
        self.to_move
    }
    /// The cells of one color, ascending.
    pub fn cells(&self, color: Color) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |&cell| self.at(cell) == Some(color))
    }
    /// Marbles of a color on the board.
    pub const fn on_board(&self, color: Color) -> u8 {
        self.marbles[color as usize].count_ones() as u8
    }
    /// Marbles that a color has lost.
    pub const fn lost(&self, color: Color) -> u8 {
        self.lost[color as usize]
    }
    /// Plies played before.
    pub const fn ply(&self) -> u32 {
        self.ply
    }
    /// Plies since the last ejection.
    pub const fn calm(&self) -> u32 {
        self.calm
    }
    /// Turns that a color has taken.
    pub const fn turns_of(&self, color: Color) -> u32 {
        if color as u8 == self.to_move as u8 { self.ply / 2 } else { self.ply.div_ceil(2) }
    }

    /// The position with these marbles, before any move.
    pub(super) fn from_board(board: &str) -> Result<Self, PositionError> {
        let marbles = read_rows(board, |letter| Color::from_letter(letter.to_ascii_lowercase()))?;
        Ok(Self { marbles, to_move: Color::Black, lost: [0, 0], ply: 0, calm: 0 })
    }

    /// A position from its parts; the two sets of marbles must be disjoint.
    pub(crate) const fn from_parts(marbles: [u64; 2], to_move: Color, lost: [u8; 2], ply: u32, calm: u32) -> Self {
        Self { marbles, to_move, lost, ply, calm }
    }

    /// The same position after `map` has carried every cell to another one: for symmetries.
    #[must_use]
    pub fn carried(&self, map: impl Fn(Cell) -> Cell) -> Self {
        let carry = |set| ring::cells_of(set).fold(0, |to, cell| to | ring::bit(map(cell)));
        Self { marbles: self.marbles.map(carry), ..*self }
    }
}

/// Prints rows `i` to `a` with `letter` naming each color.
pub(crate) fn write_rows(position: &Position, letter: impl Fn(Color) -> char) -> String {
    let mut text = String::with_capacity(70);
    for row in (0..9).rev() {
        let mut gap = 0;
        for cell in Cell::in_row(row) {
            let Some(color) = position.at(cell) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                text.push(char::from(b'0' + gap));
                gap = 0;
            }
            text.push(letter(color));
        }
        if gap > 0 {
            text.push(char::from(b'0' + gap));
        }
        if row > 0 {
            text.push('/');
        }
    }
    text
}

/// Reads rows `i` to `a` with `color` telling what a letter means.
pub(crate) fn read_rows(text: &str, color: impl Fn(char) -> Option<Color>) -> Result<[u64; 2], PositionError> {
    let rows = text.split('/').count();
    if rows != 9 {
        return Err(PositionError::Rows { found: rows });
    }
    let mut marbles = [0, 0];
    for (row, text) in (0..9).rev().zip(text.split('/')) {
        let name = char::from(b'a' + row);
        let width = Cell::in_row(row).count();
        let mut cells = Cell::in_row(row);
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10) {
                if gap == 0 || cells.by_ref().take(gap as usize).count() < gap as usize {
                    return Err(PositionError::RowWidth { row: name, width });
                }
                continue;
            }
            let color = color(letter).ok_or(PositionError::Letter { row: name, letter })?;
            let cell = cells.next().ok_or(PositionError::RowWidth { row: name, width })?;
            marbles[color as usize] |= ring::bit(cell);
        }
        if cells.next().is_some() {
            return Err(PositionError::RowWidth { row: name, width });
        }
    }
    Ok(marbles)
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = write_rows(self, Color::letter);
        write!(f, "{rows} {} {}-{} {}", self.to_move.letter(), self.lost[0], self.lost[1], self.ply)?;
        if self.calm > 0 {
            write!(f, " calm={}", self.calm)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_whitespace();
        let mut next = |name: &'static str| words.next().ok_or(PositionError::Missing { part: name });
        let board = Self::from_board(next("rows")?)?;
        let turn = next("color to move")?;
        let lost = next("lost marbles")?;
        let ply = next("ply")?;
        let bad = |part: &'static str, found: &str| PositionError::Value { part, found: found.to_owned() };

        let mut letters = turn.chars().map(|letter| letter.to_ascii_lowercase());
        let (Some(to_move), None) = (letters.next().and_then(Color::from_letter), letters.next()) else {
            return Err(bad("color to move", turn));
        };
        let (black, white) = lost.split_once('-').ok_or_else(|| bad("lost marbles", lost))?;
        let count = |text: &str| small(text).filter(|&count| count <= 61).ok_or_else(|| bad("lost marbles", lost));
        let lost = [count(black)? as u8, count(white)? as u8];
        let ply = small(ply).ok_or_else(|| bad("ply", ply))?;
        let mut calm = None;
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if !key.eq_ignore_ascii_case("calm") {
                return Err(PositionError::Word { word: word.to_owned() });
            }
            if calm.is_some() {
                return Err(PositionError::Twice { word: "calm" });
            }
            calm = Some(small(value).ok_or_else(|| bad("calm", value))?);
        }
        Ok(Self { to_move, lost, ply, calm: calm.unwrap_or(0), ..board })
    }
}

/// A plain number of at most six digits.
pub(crate) fn small(text: &str) -> Option<u32> {
    let plain = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// Why a position line is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Not nine rows.
    #[error("a position has nine rows joined by `/`, this one has {found}")]
    Rows {
        /// How many there are.
        found: usize,
    },
    /// A row too short or too long.
    #[error("row {row} has {width} cells, and the position tells of another number")]
    RowWidth {
        /// Its letter.
        row: char,
        /// Its cells.
        width: usize,
    },
    /// Something that cannot stand on a cell.
    #[error("`{letter}` in row {row} is no marble of this game")]
    Letter {
        /// The letter of the row.
        row: char,
        /// What was found.
        letter: char,
    },
    /// The line ends early.
    #[error("the position line ends before its {part}")]
    Missing {
        /// What is missing.
        part: &'static str,
    },
    /// A part that cannot be read.
    #[error("`{found}` is no valid {part} of a position")]
    Value {
        /// Which part.
        part: &'static str,
        /// What was found.
        found: String,
    },
    /// A word that this game does not know.
    #[error("`{word}` is not known in a position of this game")]
    Word {
        /// The word.
        word: String,
    },
    /// A word given two times.
    #[error("`{word}` is given twice")]
    Twice {
        /// The word.
        word: &'static str,
    },
}

impl Refusable for PositionError {
    fn refusal(&self) -> Refusal {
        Refusal { code: "bad-position", args: vec![("problem", self.to_string())], text: self.to_string() }
    }
}
