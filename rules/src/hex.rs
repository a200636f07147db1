//! The hexagonal board of 61 cells: shared geometry, no rule.

/// One of the 61 cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    col: u8,
}

impl Cell {
    /// Row 0 is `a`, column 0 is `1`; `None` off the board.
    pub const fn new(row: u8, col: u8) -> Option<Self> {
        if row < 9 && col < 9 && row.abs_diff(col) <= 4 { Some(Self { row, col }) } else { None }
    }
    /// 0 for row `a`, 8 for row `i`.
    pub const fn row(self) -> u8 {
        self.row
    }
    /// 0 for column `1`, 8 for column `9`.
    pub const fn col(self) -> u8 {
        self.col
    }
}

/// One of the six directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// (row, n+1)
    E,
    /// (row+1, n+1)
    Ne,
    /// (row+1, n)
    Nw,
    /// (row, n−1)
    W,
    /// (row−1, n−1)
    Sw,
    /// (row−1, n)
    Se,
}
