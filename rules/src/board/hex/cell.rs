//! Cells as plain coordinates.

use std::fmt;
use std::str::FromStr;

use super::direction::Direction;

/// Rows and columns of the largest board, Grand Abalone's.
pub(super) const MAX_ROWS: u8 = 11;

/// A cell of a hexagonal board: row and column, both counted from 0 at the bottom left.
///
/// One type serves boards of every size. Its coordinates lie on the largest one, the 91 cells of Grand Abalone, and
/// [`Hexagon`](super::Hexagon) knows which of them a smaller board has: `a1` is the bottom left corner of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    col: u8,
}

impl Cell {
    /// The cell of this row and column, where row 0 is `a` and column 0 is `1`; `None` off the largest board.
    pub const fn new(row: u8, col: u8) -> Option<Self> {
        if row < MAX_ROWS && col < MAX_ROWS && row.abs_diff(col) <= MAX_ROWS / 2 {
            Some(Self { row, col })
        } else {
            None
        }
    }
    /// 0 for row `a`.
    pub const fn row(self) -> u8 {
        self.row
    }
    /// 0 for column `1`.
    pub const fn col(self) -> u8 {
        self.col
    }

    /// The neighbor one step away, or `None` past the rim of the largest board.
    /// [`Hexagon::step`](super::Hexagon::step) respects the rim of each board.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (dr, dc) = direction.delta();
        match (self.row.checked_add_signed(dr), self.col.checked_add_signed(dc)) {
            (Some(row), Some(col)) => Self::new(row, col),
            _ => None,
        }
    }

    /// The cell `count` steps away, or `None` past the rim of the largest board.
    pub fn steps(self, direction: Direction, count: u8) -> Option<Self> {
        (0..count).try_fold(self, |cell, _| cell.step(direction))
    }

    /// Direction and distance to another cell; `None` if the two are not in line, or are equal.
    pub fn way_to(self, other: Self) -> Option<(Direction, u8)> {
        let (dr, dc) = self.delta_to(other);
        let distance = dr.unsigned_abs().max(dc.unsigned_abs());
        let direction = Direction::ALL.into_iter().find(|direction| {
            let (r, c) = direction.delta();
            (r * distance as i8, c * distance as i8) == (dr, dc)
        })?;
        (distance > 0).then_some((direction, distance))
    }

    /// Steps between two cells.
    ///
    /// # Examples
    /// ```
    /// use rules::board::hex::Cell;
    /// let center: Cell = "e5".parse()?;
    /// assert_eq!((center.distance_to("a1".parse()?), center.distance_to("d6".parse()?)), (4, 2));
    /// # Ok::<(), rules::board::hex::ParseCellError>(())
    /// ```
    pub const fn distance_to(self, other: Self) -> u8 {
        let (rows, columns) = self.delta_to(other);
        let (rows, columns, across) = (rows.unsigned_abs(), columns.unsigned_abs(), rows.abs_diff(columns));
        let longer = if rows > columns { rows } else { columns };
        if across > longer { across } else { longer }
    }

    pub(crate) const fn delta_to(self, other: Self) -> (i8, i8) {
        (other.row as i8 - self.row as i8, other.col as i8 - self.col as i8)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row), self.col + 1)
    }
}

/// The reason why a text names no cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseCellError {
    /// A letter and a number past the rim.
    #[error("`{0}` is not on the board")]
    OffBoard(String),
    /// Not a letter and a number.
    #[error("`{0}` is not a cell: a letter and a number")]
    NotACell(String),
}

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Reads a cell of the largest board; [`Hexagon::parse`](super::Hexagon::parse) reads one of a given board.
    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let not_a_cell = || ParseCellError::NotACell(text.to_owned());
        let (letter, digits) = match *text.as_bytes() {
            [letter, digit] => (letter, [b'0', digit]),
            [letter, b'1'..=b'9', digit] => (letter, [text.as_bytes()[1], digit]),
            _ => return Err(not_a_cell()),
        };
        if !letter.is_ascii_alphabetic() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(not_a_cell());
        }
        let number = (digits[0] - b'0') * 10 + digits[1] - b'0';
        let cell = number.checked_sub(1).and_then(|col| Self::new(letter.to_ascii_lowercase() - b'a', col));
        cell.ok_or_else(|| ParseCellError::OffBoard(text.to_ascii_lowercase()))
    }
}
