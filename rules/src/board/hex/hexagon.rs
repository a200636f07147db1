//! Hexagonal boards of every size.

use super::cell::{Cell, MAX_ROWS, ParseCellError};
use super::direction::Direction;

/// A hexagonal board with a number of cells per side.
///
/// # Examples
/// ```
/// use rules::board::hex::{Cell, Direction, Hexagon};
/// let e9: Cell = "e9".parse()?;
/// assert_eq!(Hexagon::STANDARD.step(e9, Direction::E), None);
/// assert_eq!(Hexagon::GRAND.step(e9, Direction::E), Some("e10".parse()?));
/// # Ok::<(), rules::board::hex::ParseCellError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hexagon {
    side: u8,
}

impl Hexagon {
    /// The board of 61 cells.
    pub const STANDARD: Self = Self { side: 5 };
    /// The board of 91 cells.
    pub const GRAND: Self = Self { side: 6 };

    /// The board with `side` cells per side; `None` if it is larger than Grand Abalone's or has no neighbors.
    pub const fn new(side: u8) -> Option<Self> {
        if side >= 2 && side * 2 - 1 <= MAX_ROWS { Some(Self { side }) } else { None }
    }

    /// Cells per side.
    pub const fn side(self) -> u8 {
        self.side
    }
    /// The number of rows, and of columns.
    pub const fn rows(self) -> u8 {
        self.side * 2 - 1
    }
    /// The number of cells.
    pub const fn count(self) -> usize {
        let side = self.side as usize;
        3 * side * (side - 1) + 1
    }
    /// The cell in the middle: `e5`, `f6`.
    pub const fn center(self) -> Cell {
        Cell::new(self.side - 1, self.side - 1).expect("every board has a center")
    }

    /// The cell of this row and column, both counted from 0; `None` off this board.
    pub const fn cell(self, row: u8, col: u8) -> Option<Cell> {
        if row < self.rows() && col < self.rows() && row.abs_diff(col) < self.side { Cell::new(row, col) } else { None }
    }
    /// Whether the cell belongs to this board.
    pub const fn contains(self, cell: Cell) -> bool {
        self.cell(cell.row(), cell.col()).is_some()
    }
    /// All cells in ascending order: row by row from `a`, in a row by number.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.rows()).flat_map(move |row| self.row(row))
    }
    /// The cells of one row from west to east; none past the last row.
    pub fn row(self, row: u8) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.rows()).filter_map(move |col| self.cell(row, col))
    }

    /// The neighbor one step away, or `None` past the rim.
    pub const fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        match cell.step(direction) {
            Some(next) if self.contains(next) => Some(next),
            _ => None,
        }
    }
    /// The cell `count` steps away, or `None` past the rim.
    pub fn steps(self, cell: Cell, direction: Direction, count: u8) -> Option<Cell> {
        // The board is convex, so only the end can lie past the rim.
        cell.steps(direction, count).filter(|&end| self.contains(end))
    }

    /// The cell after the board is rotated by a sixth of a turn, `e` becoming `ne`.
    #[must_use]
    pub fn rotated(self, cell: Cell) -> Cell {
        let half = self.side as i8 - 1;
        let (dr, dc) = self.center().delta_to(cell);
        // Cubic coordinates turn by swapping axes: e (0, 1) becomes ne (1, 1), nw (1, 0) becomes w (0, -1).
        self.cell((half + dc) as u8, (half + dc - dr) as u8).expect("rotation keeps a cell on the board")
    }
    /// The same place in the mirror that keeps the center and swaps west and east.
    #[must_use]
    pub fn mirrored(self, cell: Cell) -> Cell {
        let half = self.side as i8 - 1;
        let (dr, dc) = self.center().delta_to(cell);
        self.cell((half + dr) as u8, (half + dr - dc) as u8).expect("mirroring keeps a cell on the board")
    }
    /// The cell opposite through the center.
    #[must_use]
    pub fn opposite(self, cell: Cell) -> Cell {
        let last = self.rows() - 1;
        self.cell(last - cell.row(), last - cell.col()).expect("half a turn keeps a cell on the board")
    }

    /// Reads a cell such as `e5`, in any case.
    pub fn parse(self, text: &str) -> Result<Cell, ParseCellError> {
        let cell: Cell = text.parse()?;
        if self.contains(cell) { Ok(cell) } else { Err(ParseCellError::OffBoard(text.to_ascii_lowercase())) }
    }
}
