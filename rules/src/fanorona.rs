//! The Fanorona board of 45 points: shared geometry, no rule.

use std::fmt;

/// One of the 45 points: nine columns `a` to `i`, five rows `1` to `5`, `1` at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// How many points there are.
    pub const COUNT: usize = 45;

    /// Column 0 is `a`, row 0 is `1`; `None` off the board.
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
    /// The place in ascending order: row by row from the bottom, in a row by column.
    pub const fn index(self) -> usize {
        self.row as usize * 9 + self.column as usize
    }
    /// Do diagonals meet here? The points of the parity of `a1` are strong.
    pub const fn is_strong(self) -> bool {
        (self.column + self.row).is_multiple_of(2)
    }
    /// All points in ascending order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..5).flat_map(|row| (0..9).map(move |column| Self { column, row }))
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
