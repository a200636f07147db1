//! Sets of cells as the bits of one `u64`, laid out so that a step is a rotation.
//!
//! The hexagon of 61 cells tiles the plane, and the tiling's lattice has 61 residues: numbering a cell
//! `column + 13 · row (mod 61)` gives each cell its own number *and* makes every direction the addition of a constant.
//! A step of a whole set is then one rotation of 61 bits. Steps over the rim come back in elsewhere, so each direction
//! has a mask of the cells that may step; a set is cut by it first, and nothing ever wraps.

use crate::board::hex::{Cell, Direction};

const BITS: u32 = 61;
const ROW: u32 = 13;

/// All 61 cells.
pub const BOARD: u64 = (1 << BITS) - 1;

/// What a step adds to a cell's number, by direction.
pub const SHIFT: [u32; 6] = [1, ROW + 1, ROW, BITS - 1, BITS - ROW - 1, BITS - ROW];

/// Cells that have a neighbor in this direction.
pub const INNER: [u64; 6] = inner();

const CELLS: [Cell; 61] = cells();

const fn number(cell: Cell) -> u32 {
    (cell.col() as u32 + ROW * cell.row() as u32) % BITS
}

const fn cells() -> [Cell; 61] {
    let mut cells = [Cell::CENTER; 61];
    let mut place = 0;
    while place < 81 {
        if let Some(cell) = Cell::new(place / 9, place % 9) {
            cells[number(cell) as usize] = cell;
        }
        place += 1;
    }
    cells
}

const fn inner() -> [u64; 6] {
    let mut masks = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut place = 0;
        while place < 61 {
            if CELLS[place].step(Direction::ALL[direction]).is_some() {
                masks[direction] |= 1 << place;
            }
            place += 1;
        }
        direction += 1;
    }
    masks
}

/// The set of one cell.
pub const fn bit(cell: Cell) -> u64 {
    1 << number(cell)
}

/// The cell of the lowest bit; the set must not be empty.
pub const fn lowest(set: u64) -> Cell {
    CELLS[set.trailing_zeros() as usize]
}

/// The cells of a set, in no particular order.
pub fn cells_of(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = lowest(set);
        set &= set - 1;
        Some(cell)
    })
}

/// The cells of a set, ascending.
pub fn sorted(set: u64) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells_of(set).collect();
    cells.sort_unstable();
    cells
}

/// Every cell of `set` one step on. Only for cells that have such a neighbor; bits above the board are left over and
/// must be cut off by the caller's next `&`.
#[inline]
const fn rotate(set: u64, shift: u32) -> u64 {
    (set << shift) | (set >> (BITS - shift))
}

/// The bit one step on, or 0 past the rim.
#[inline]
pub const fn ahead(bit: u64, direction: usize) -> u64 {
    rotate(bit & INNER[direction], SHIFT[direction]) & BOARD
}

/// Cells whose neighbor in `direction` belongs to `set`. Meaningful only where [`INNER`] holds; the caller cuts.
#[inline]
pub const fn behind(set: u64, direction: usize) -> u64 {
    rotate(set, BITS - SHIFT[direction])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_is_one_to_one_and_a_step_is_a_rotation() {
        for cell in Cell::all() {
            assert_eq!(lowest(bit(cell)), cell);
            for direction in Direction::ALL {
                let next = cell.step(direction).map_or(0, bit);
                assert_eq!(ahead(bit(cell), direction as usize), next);
                if next != 0 {
                    assert_eq!(behind(next, direction as usize) & BOARD, bit(cell));
                }
            }
        }
    }
}
