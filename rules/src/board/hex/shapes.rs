//! Lines and triangles of cells.

use super::cell::Cell;
use super::direction::Direction;

/// A straight run of at least two cells, stored from its smaller end, so `c3`-`c5` and `c5`-`c3` are the same value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    first: Cell,
    along: Direction,
    len: u8,
}

impl Line {
    /// The line with these two ends; `None` if they are not in line, or are equal.
    pub fn between(one: Cell, other: Cell) -> Option<Self> {
        let (first, last) = if one < other { (one, other) } else { (other, one) };
        let (along, distance) = first.way_to(last)?;
        Some(Self { first, along, len: distance + 1 })
    }
    /// The line of `len` cells from its smaller end `first`. The caller ensures that it lies on the board.
    pub(crate) const fn from_first(first: Cell, along: Direction, len: u8) -> Self {
        Self { first, along, len }
    }
    /// The smaller end.
    pub const fn first(self) -> Cell {
        self.first
    }
    /// The greater end.
    pub fn last(self) -> Cell {
        self.first.steps(self.along, self.len - 1).expect("both ends of a line are on the board")
    }
    /// The direction from the smaller to the greater end.
    pub const fn along(self) -> Direction {
        self.along
    }
    /// The number of cells, at least two.
    #[expect(clippy::len_without_is_empty, reason = "a line is never empty")]
    pub const fn len(self) -> u8 {
        self.len
    }
    /// Its cells, ascending.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.len).filter_map(move |count| self.first.steps(self.along, count))
    }
}

/// Three mutually adjacent cells, stored from the smallest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Triangle {
    first: Cell,
    /// The direction from the smallest cell to the second; the third lies in the next direction.
    toward: Direction,
}

impl Triangle {
    /// The directions from the smallest cell to the second, one for each of the two shapes: tip above, tip below.
    pub const SHAPES: [Direction; 2] = [Direction::E, Direction::Ne];

    /// The triangle whose smallest cell is `first`, of one of the [`Self::SHAPES`]; `None` if it does not fit on the
    /// largest board.
    pub fn at(first: Cell, toward: Direction) -> Option<Self> {
        let fits =
            Self::SHAPES.contains(&toward) && first.step(toward).is_some() && first.step(toward.rotated(1)).is_some();
        fits.then_some(Self { first, toward })
    }

    /// The triangle of these three cells in any order; `None` if they are not mutually adjacent.
    pub fn of(mut cells: [Cell; 3]) -> Option<Self> {
        cells.sort_unstable();
        Self::SHAPES
            .into_iter()
            .filter_map(|toward| Self::at(cells[0], toward))
            .find(|triangle| triangle.cells() == cells)
    }

    /// The smallest cell.
    pub const fn first(self) -> Cell {
        self.first
    }

    /// The direction from the smallest cell to the second; the third lies in the next direction.
    pub const fn toward(self) -> Direction {
        self.toward
    }

    /// Its cells, ascending.
    pub fn cells(self) -> [Cell; 3] {
        let other = |direction| self.first.step(direction).expect("a triangle lies on the board");
        let mut cells = [self.first, other(self.toward), other(self.toward.rotated(1))];
        cells.sort_unstable();
        cells
    }
}
