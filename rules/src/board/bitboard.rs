//! Sets of cells as bits of one integer, laid out so that a step of a whole set is a rotation.
//!
//! A hexagon of 61 cells tiles the plane, and the lattice of the tiling has 61 residues: numbering a cell
//! `column + 13 · row (mod 61)` gives each cell its own number *and* makes every direction the addition of a constant.
//! A step of a whole set is then one rotation of 61 bits. Steps over the rim would wrap to another place, so each
//! direction has a mask of the cells that may step, and a set is masked first. On 91 cells a row adds 16.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::hex::{Cell, Direction, Hexagon};

/// A set of cells of one board.
///
/// # Examples
/// ```
/// use rules::board::bitboard::{Bitboard, Bits61};
/// let e5 = Bits61::of("e5".parse()?);
/// let row = e5 | e5.ahead(0) | e5.ahead(3);
/// assert_eq!((row.count(), row.to_string()), (3, "e4 e5 e6".to_owned()));
/// # Ok::<(), rules::board::hex::ParseCellError>(())
/// ```
pub trait Bitboard:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The board.
    const BOARD: Hexagon;
    /// No cell.
    const EMPTY: Self;
    /// Every cell.
    const ALL: Self;
    /// The cells that have a neighbor in each direction.
    const INNER: [Self; 6];

    /// The set of one cell; empty if the cell is not on this board.
    fn of(cell: Cell) -> Self;
    /// The number of cells.
    fn count(self) -> u32;
    /// The cell of the lowest bit. The set must not be empty.
    fn lowest(self) -> Cell;
    /// The lowest bit alone.
    #[must_use]
    fn lowest_bit(self) -> Self;
    /// The cells after one step; cells that would step over the rim are dropped.
    #[must_use]
    fn ahead(self, direction: usize) -> Self;
    /// Cells whose neighbor in a direction belongs to the set. Valid only within [`Self::INNER`], and with stray bits
    /// above the board: the caller masks the result.
    #[must_use]
    fn behind(self, direction: usize) -> Self;
    /// The bits as two words, for position keys.
    fn words(self) -> [u64; 2];

    /// Whether the set has no cell.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether the cell belongs to the set.
    #[inline]
    fn contains(self, cell: Cell) -> bool {
        self & Self::of(cell) != Self::EMPTY
    }
    /// The cells, in no particular order.
    #[inline]
    fn cells(self) -> impl Iterator<Item = Cell> {
        self.bits().map(Self::lowest)
    }
    /// Each cell as a set of its own, in no particular order.
    #[inline]
    fn bits(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let bit = self.lowest_bit();
            self ^= bit;
            Some(bit)
        })
    }
    /// The cells, ascending.
    fn sorted(self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.cells().collect();
        cells.sort_unstable();
        cells
    }
    /// The cells in ascending order, joined.
    fn join(self, separator: &str) -> String {
        self.sorted().iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
    }
    /// The set of these cells.
    fn collect(cells: impl IntoIterator<Item = Cell>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

/// Rows and columns of the largest board.
const WIDTH: usize = 11;

macro_rules! bitboard {
    ($(#[$doc:meta])* $name:ident($bits:ty), $board:expr, $cells:literal, $row:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name($bits);

        impl $name {
            const CELLS: [Cell; $cells] = {
                let mut cells = [$board.center(); $cells];
                let mut place = 0;
                while place < (WIDTH * WIDTH) as u8 {
                    if let Some(cell) = $board.cell(place / WIDTH as u8, place % WIDTH as u8) {
                        cells[Self::number(cell)] = cell;
                    }
                    place += 1;
                }
                cells
            };
            /// The bit of each place of the largest board; none for places that this board lacks.
            const BIT: [$bits; WIDTH * WIDTH] = {
                let mut bits = [0; WIDTH * WIDTH];
                let mut number = 0;
                while number < $cells {
                    let cell = Self::CELLS[number];
                    bits[cell.row() as usize * WIDTH + cell.col() as usize] = 1 << number;
                    number += 1;
                }
                bits
            };
            const RAW_INNER: [$bits; 6] = {
                let mut masks = [0; 6];
                let mut direction = 0;
                while direction < 6 {
                    let mut number = 0;
                    while number < $cells {
                        if $board.step(Self::CELLS[number], Direction::ALL[direction]).is_some() {
                            masks[direction] |= 1 << number;
                        }
                        number += 1;
                    }
                    direction += 1;
                }
                masks
            };
            const RAW_ALL: $bits = (1 << $cells) - 1;
            /// The difference of a step in the cell's number, by direction.
            const SHIFT: [u32; 6] = [1, $row + 1, $row, $cells - 1, $cells - $row - 1, $cells - $row];

            const fn number(cell: Cell) -> usize {
                (cell.col() as usize + $row * cell.row() as usize) % $cells
            }
            #[inline]
            const fn rotate(set: $bits, shift: u32) -> $bits {
                (set << shift) | (set >> ($cells - shift))
            }
        }

        impl Bitboard for $name {
            const BOARD: Hexagon = $board;
            const EMPTY: Self = Self(0);
            const ALL: Self = Self(Self::RAW_ALL);
            const INNER: [Self; 6] = {
                let masks = Self::RAW_INNER;
                [Self(masks[0]), Self(masks[1]), Self(masks[2]), Self(masks[3]), Self(masks[4]), Self(masks[5])]
            };

            #[inline]
            fn of(cell: Cell) -> Self {
                Self(Self::BIT[cell.row() as usize * WIDTH + cell.col() as usize])
            }
            #[inline]
            fn count(self) -> u32 {
                self.0.count_ones()
            }
            #[inline]
            fn lowest(self) -> Cell {
                Self::CELLS[self.0.trailing_zeros() as usize]
            }
            #[inline]
            fn lowest_bit(self) -> Self {
                Self(self.0 & self.0.wrapping_neg())
            }
            #[inline]
            fn ahead(self, direction: usize) -> Self {
                Self(Self::rotate(self.0 & Self::RAW_INNER[direction], Self::SHIFT[direction]) & Self::RAW_ALL)
            }
            #[inline]
            fn behind(self, direction: usize) -> Self {
                Self(Self::rotate(self.0, $cells - Self::SHIFT[direction]))
            }
            #[inline]
            fn words(self) -> [u64; 2] {
                [self.0 as u64, (u128::from(self.0) >> 64) as u64]
            }
        }

        impl std::fmt::Display for $name {
            /// The cells in ascending order.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.join(" "))
            }
        }
        bitboard!(@operator $name, BitAnd, bitand, BitAndAssign, bitand_assign, &);
        bitboard!(@operator $name, BitOr, bitor, BitOrAssign, bitor_assign, |);
        bitboard!(@operator $name, BitXor, bitxor, BitXorAssign, bitxor_assign, ^);
        impl Not for $name {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
    };
    (@operator $name:ident, $trait:ident, $method:ident, $assign:ident, $assign_method:ident, $operator:tt) => {
        impl $trait for $name {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }
        impl $assign for $name {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $operator other.0;
            }
        }
    };
}

bitboard! {
    /// Cells of the board of 61.
    Bits61(u64), Hexagon::STANDARD, 61, 13
}
bitboard! {
    /// Cells of the board of 91.
    Bits91(u128), Hexagon::GRAND, 91, 16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_step_is_a_rotation<B: Bitboard>() {
        let mut all = B::EMPTY;
        for cell in B::BOARD.cells() {
            assert!(!all.contains(cell), "each cell has its own bit");
            all |= B::of(cell);
            assert_eq!(B::of(cell).lowest(), cell);
            for direction in Direction::ALL {
                let next = B::BOARD.step(cell, direction).map_or(B::EMPTY, B::of);
                assert_eq!(B::of(cell).ahead(direction as usize), next);
                if !next.is_empty() {
                    assert_eq!(next.behind(direction as usize) & B::ALL, B::of(cell));
                }
            }
        }
        assert_eq!((all, B::ALL.count() as usize), (B::ALL, B::BOARD.count()));
    }

    #[test]
    fn a_step_is_a_rotation_on_both_boards() {
        a_step_is_a_rotation::<Bits61>();
        a_step_is_a_rotation::<Bits91>();
        assert!(Bits61::of("k11".parse().expect("a cell")).is_empty());
    }
}
