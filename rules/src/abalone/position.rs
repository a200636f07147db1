//! One instant of a match of Abalone, and its line of text.

use std::fmt;

use super::ring;
use crate::color::Color;
use crate::hex::Cell;
use crate::position_line::{PositionError, read_rows, small, write_rows};

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
        let marbles = read_two(&board.to_ascii_lowercase(), ['b', 'w'])?;
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

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = write_rows(|cell| self.at(cell).map(Color::letter));
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

        let two = |letter| Color::TWO.into_iter().find(|color| color.letter() == letter);
        let mut letters = turn.chars().map(|letter| letter.to_ascii_lowercase());
        let (Some(to_move), None) = (letters.next().and_then(two), letters.next()) else {
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

/// The marbles of two colors from rows in which these letters name them.
pub(crate) fn read_two(rows: &str, letters: [char; 2]) -> Result<[u64; 2], PositionError> {
    let mut marbles = [0; 2];
    read_rows(rows, |cell, letter| {
        let color = letters.iter().position(|&known| known == letter);
        color.map(|color| marbles[color] |= ring::bit(cell)).is_some()
    })?;
    Ok(marbles)
}
