//! The hexagonal board of 61 cells: shared geometry, no rule.

use std::fmt;
use std::str::FromStr;

/// One of the 61 cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    col: u8,
}

impl Cell {
    /// How many cells there are.
    pub const COUNT: usize = 61;
    /// The center, `e5`.
    pub const CENTER: Self = Self { row: 4, col: 4 };

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

    /// The place in ascending order: 0 for `a1`, 60 for `i9`.
    pub const fn index(self) -> usize {
        const BEFORE_ROW: [u8; 9] = [0, 5, 11, 18, 26, 35, 43, 50, 56];
        (BEFORE_ROW[self.row as usize] + self.col - self.row.saturating_sub(4)) as usize
    }

    /// All cells in ascending order: row by row from `a`, in a row by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..9).flat_map(|row| (0..9).filter_map(move |col| Self::new(row, col)))
    }

    /// The cells of one row from west to east; nothing past row 8.
    pub fn in_row(row: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..9).filter_map(move |col| Self::new(row, col))
    }

    /// The neighbor one step away, or `None` past the rim.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (dr, dc) = direction.delta();
        match (self.row.checked_add_signed(dr), self.col.checked_add_signed(dc)) {
            (Some(row), Some(col)) => Self::new(row, col),
            _ => None,
        }
    }

    /// The cell `count` steps away, or `None` past the rim.
    pub fn steps(self, direction: Direction, count: u8) -> Option<Self> {
        (0..count).try_fold(self, |cell, _| cell.step(direction))
    }

    /// The straight way to another cell and its number of steps; `None` when the two are not in line, or are the same.
    pub fn way_to(self, other: Self) -> Option<(Direction, u8)> {
        let (dr, dc) = self.delta_to(other);
        let distance = dr.unsigned_abs().max(dc.unsigned_abs());
        let direction = Direction::ALL.into_iter().find(|direction| {
            let (r, c) = direction.delta();
            (r * distance as i8, c * distance as i8) == (dr, dc)
        })?;
        (distance > 0).then_some((direction, distance))
    }

    /// Rows and columns from here to another cell.
    pub(crate) const fn delta_to(self, other: Self) -> (i8, i8) {
        (other.row as i8 - self.row as i8, other.col as i8 - self.col as i8)
    }

    /// The same place after the board is turned by a sixth, `e` becoming `ne`.
    #[must_use]
    pub fn rotated(self) -> Self {
        let (dr, dc) = Self::CENTER.delta_to(self);
        // Cubic coordinates turn by swapping axes: e (0, 1) becomes ne (1, 1), nw (1, 0) becomes w (0, -1).
        Self::new((4 + dc) as u8, (4 + dc - dr) as u8).expect("turning keeps a cell on the board")
    }

    /// The same place in the mirror that keeps `e5` and swaps west and east.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let (dr, dc) = Self::CENTER.delta_to(self);
        Self::new((4 + dr) as u8, (4 + dr - dc) as u8).expect("mirroring keeps a cell on the board")
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row), self.col + 1)
    }
}

/// A text that names no cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseCellError {
    /// Looks like a cell, but lies past the rim.
    #[error("`{0}` is not on the board")]
    OffBoard(String),
    /// Not a letter and a digit.
    #[error("`{0}` is not a cell: a letter from a to i and a number")]
    NotACell(String),
}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let &[letter, digit] = text.as_bytes() else { return Err(ParseCellError::NotACell(text.to_owned())) };
        let letter = letter.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() || !digit.is_ascii_digit() {
            return Err(ParseCellError::NotACell(text.to_owned()));
        }
        let cell = if digit == b'0' { None } else { Self::new(letter - b'a', digit - b'1') };
        cell.ok_or_else(|| ParseCellError::OffBoard(text.to_ascii_lowercase()))
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

impl Direction {
    /// Counterclockwise from `e`.
    pub const ALL: [Self; 6] = [Self::E, Self::Ne, Self::Nw, Self::W, Self::Sw, Self::Se];

    /// Rows and columns of one step.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::E => (0, 1),
            Self::Ne => (1, 1),
            Self::Nw => (1, 0),
            Self::W => (0, -1),
            Self::Sw => (-1, -1),
            Self::Se => (-1, 0),
        }
    }

    /// `e`, `ne`, `nw`, `w`, `sw` or `se`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::E => "e",
            Self::Ne => "ne",
            Self::Nw => "nw",
            Self::W => "w",
            Self::Sw => "sw",
            Self::Se => "se",
        }
    }

    /// `→ ↗ ↖ ← ↙ ↘`
    pub const fn arrow(self) -> char {
        match self {
            Self::E => '→',
            Self::Ne => '↗',
            Self::Nw => '↖',
            Self::W => '←',
            Self::Sw => '↙',
            Self::Se => '↘',
        }
    }

    /// The direction after `sixths` sixths of a turn, counterclockwise.
    #[must_use]
    pub const fn rotated(self, sixths: u8) -> Self {
        Self::ALL[(self as usize + sixths as usize) % 6]
    }

    /// Straight back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.rotated(3)
    }

    /// Same axis, forwards or backwards.
    pub const fn is_along(self, other: Self) -> bool {
        self as u8 % 3 == other as u8 % 3
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no direction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a direction: e, ne, nw, w, sw or se")]
pub struct ParseDirectionError(String);

impl FromStr for Direction {
    type Err = ParseDirectionError;

    /// Reads a name in any case, or an arrow.
    fn from_str(text: &str) -> Result<Self, ParseDirectionError> {
        Self::ALL
            .into_iter()
            .find(|direction| {
                text.eq_ignore_ascii_case(direction.name())
                    || text.strip_prefix(direction.arrow()).is_some_and(str::is_empty)
            })
            .ok_or_else(|| ParseDirectionError(text.to_owned()))
    }
}

/// A straight run of at least two cells, stored from its smaller end, so `c3`-`c5` and `c5`-`c3` are the same value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    first: Cell,
    along: Direction,
    len: u8,
}

impl Line {
    /// The line with these two ends; `None` when they are not in line, or are the same cell.
    pub fn between(one: Cell, other: Cell) -> Option<Self> {
        let (first, last) = if one < other { (one, other) } else { (other, one) };
        let (along, distance) = first.way_to(last)?;
        Some(Self { first, along, len: distance + 1 })
    }
    /// The smaller end.
    pub const fn first(self) -> Cell {
        self.first
    }
    /// The greater end.
    pub fn last(self) -> Cell {
        self.first.steps(self.along, self.len - 1).expect("both ends of a line are on the board")
    }
    /// From the smaller to the greater end.
    pub const fn along(self) -> Direction {
        self.along
    }
    /// How many cells, at least two.
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
    /// From the smallest cell to the two others: this direction and the one after it.
    toward: Direction,
}

impl Triangle {
    /// The two shapes: the smallest cell lies below the tip's base, or is itself the tip below.
    pub const SHAPES: [Direction; 2] = [Direction::E, Direction::Ne];

    /// The triangle whose smallest cell is `first`, of one of the [`Self::SHAPES`]; `None` when it does not fit on the board.
    pub fn at(first: Cell, toward: Direction) -> Option<Self> {
        let fits =
            Self::SHAPES.contains(&toward) && first.step(toward).is_some() && first.step(toward.rotated(1)).is_some();
        fits.then_some(Self { first, toward })
    }

    /// The triangle of these three cells in any order; `None` when they are not mutually adjacent.
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

    /// From the smallest cell to another one; the third lies in the direction after it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_61_cells_and_their_index_is_their_order() {
        let indices: Vec<usize> = Cell::all().map(Cell::index).collect();
        assert_eq!(indices, (0..61).collect::<Vec<_>>());
        assert!(Cell::all().is_sorted());
    }

    #[test]
    fn cells_read_back() {
        for cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!("A1".parse(), Ok(Cell { row: 0, col: 0 }));
        assert_eq!("a6".parse::<Cell>(), Err(ParseCellError::OffBoard("a6".into())));
        assert_eq!("i0".parse::<Cell>(), Err(ParseCellError::OffBoard("i0".into())));
        assert_eq!("é".parse::<Cell>(), Err(ParseCellError::NotACell("é".into())));
    }

    #[test]
    fn directions_are_those_of_the_rules() {
        let cell = |text: &str| text.parse::<Cell>().expect("a cell");
        assert_eq!(cell("a1").step(Direction::Ne), Some(cell("b2")));
        assert_eq!(cell("a1").step(Direction::Nw), Some(cell("b1")));
        assert_eq!(cell("a1").step(Direction::W), None);
        assert_eq!(cell("c3").way_to(cell("c5")), Some((Direction::E, 2)));
        assert_eq!(cell("c3").way_to(cell("d6")), None);
        assert_eq!(cell("c3").way_to(cell("c3")), None);
    }

    #[test]
    fn turning_and_mirroring_carry_neighbors_to_neighbors() {
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let next = cell.step(direction);
                assert_eq!(next.map(Cell::rotated), cell.rotated().step(direction.rotated(1)));
                let mirrored = Direction::ALL[(9 - direction as usize) % 6];
                assert_eq!(next.map(Cell::mirrored), cell.mirrored().step(mirrored));
            }
        }
    }

    #[test]
    fn a_line_is_the_same_from_either_end() {
        for one in Cell::all() {
            for other in Cell::all() {
                let line = Line::between(one, other);
                assert_eq!(line, Line::between(other, one));
                if let Some(line) = line {
                    assert_eq!((line.first(), line.last()), (one.min(other), one.max(other)));
                    assert_eq!(line.cells().count(), usize::from(line.len()));
                }
            }
        }
    }

    #[test]
    fn a_triangle_is_the_same_from_any_corner() {
        let mut found = 0;
        for first in Cell::all() {
            for shape in Triangle::SHAPES {
                let Some(triangle) = Triangle::at(first, shape) else { continue };
                let [a, b, c] = triangle.cells();
                for order in [[a, b, c], [c, a, b], [b, c, a], [c, b, a]] {
                    assert_eq!(Triangle::of(order), Some(triangle));
                }
                assert!(
                    first == a
                        && [a.way_to(b), b.way_to(c), a.way_to(c)].iter().all(|way| way.is_some_and(|way| way.1 == 1))
                );
                found += 1;
            }
        }
        assert_eq!(found, 96);
        let cell = |name: &str| name.parse::<Cell>().expect("a cell");
        assert_eq!(Triangle::of([cell("c3"), cell("c4"), cell("c5")]), None);
    }
}
