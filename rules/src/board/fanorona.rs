//! The geometry of the Fanorona board of 45 points, without any rules.

use std::fmt;
use std::str::FromStr;

/// One of the 45 points: nine columns `a` to `i`, five rows `1` to `5`, `1` at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// The number of points.
    pub const COUNT: usize = 45;
    /// The center, `e3`.
    pub const CENTER: Self = Self { column: 4, row: 2 };

    /// The point of this column and row, where column 0 is `a` and row 0 is `1`; `None` off the board.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 9 && row < 5 { Some(Self { column, row }) } else { None }
    }
    /// 0 for column `a`, 8 for column `i`.
    pub const fn column(self) -> u8 {
        self.column
    }
    /// 0 for row `1`, 4 for row `5`.
    pub const fn row(self) -> u8 {
        self.row
    }
    /// The index in ascending order: row by row from the bottom, in a row by column.
    pub const fn index(self) -> usize {
        self.row as usize * 9 + self.column as usize
    }
    /// Whether diagonals meet here. Strong points have the parity of `a1`.
    pub const fn is_strong(self) -> bool {
        (self.column + self.row).is_multiple_of(2)
    }
    /// All points in ascending order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..5).flat_map(Self::in_row)
    }
    /// The points of one row from west to east; none past row 4.
    pub fn in_row(row: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..9).filter_map(move |column| Self::new(column, row))
    }

    /// The neighbor along the line in a direction; `None` past the rim, and for a diagonal of a weak point.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        if direction.is_diagonal() && !self.is_strong() {
            return None;
        }
        let (columns, rows) = direction.delta();
        match (self.column.checked_add_signed(columns), self.row.checked_add_signed(rows)) {
            (Some(column), Some(row)) => Self::new(column, row),
            _ => None,
        }
    }
    /// The direction of the line to a neighbor; `None` if no line leads there in one step.
    pub fn way_to(self, neighbor: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == Some(neighbor))
    }

    /// The same point with west and east swapped.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { column: 8 - self.column, row: self.row }
    }
    /// The same point after half a turn of the board.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self { column: 8 - self.column, row: 4 - self.row }
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index().cmp(&other.index())
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// A text that names no point.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no point: a letter from a to i and a number from 1 to 5")]
pub struct ParsePointError(pub String);

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let point = match *text.as_bytes() {
            [letter, digit @ b'1'..=b'5'] if letter.is_ascii_alphabetic() => {
                Self::new(letter.to_ascii_lowercase() - b'a', digit - b'1')
            }
            _ => None,
        };
        point.ok_or_else(|| ParsePointError(text.to_owned()))
    }
}

/// One of the eight directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Along the row, towards `i`.
    E,
    /// Towards `i5`.
    Ne,
    /// Up the column, towards row `5`.
    N,
    /// Towards `a5`.
    Nw,
    /// Along the row, towards `a`.
    W,
    /// Towards `a1`.
    Sw,
    /// Down the column, towards row `1`.
    S,
    /// Towards `i1`.
    Se,
}

impl Direction {
    /// All eight, counterclockwise.
    pub const ALL: [Self; 8] = [Self::E, Self::Ne, Self::N, Self::Nw, Self::W, Self::Sw, Self::S, Self::Se];

    /// Columns and rows of one step.
    pub const fn delta(self) -> (i8, i8) {
        [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)][self as usize]
    }
    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }
    /// Whether the direction is diagonal. Only strong points have diagonal lines.
    pub const fn is_diagonal(self) -> bool {
        !(self as usize).is_multiple_of(2)
    }
    /// Whether the directions are equal or opposite.
    pub const fn is_along(self, other: Self) -> bool {
        self as usize % 4 == other as usize % 4
    }
    /// `e ne n nw w sw s se`
    pub const fn name(self) -> &'static str {
        ["e", "ne", "n", "nw", "w", "sw", "s", "se"][self as usize]
    }
    /// The direction as an arrow on an unturned board.
    pub const fn arrow(self) -> char {
        ['→', '↗', '↑', '↖', '←', '↙', '↓', '↘'][self as usize]
    }
    /// The direction with this lower-case [`Self::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
