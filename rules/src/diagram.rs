//! What stands where, for whoever draws it: a [`Diagram`] knows cells, stones and marks, and neither colors on a
//! screen nor words. New rules never touch the crate that draws; a new skin never touches this one.

use crate::hex::{Cell, Direction};
use crate::table::Seat;

/// Everything a picture, an alt text or a board of letters says about one position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagram {
    /// The stones, in ascending order of their cells.
    pub stones: Vec<(Cell, Stone)>,
    /// The move that led here; `None` at the start.
    pub last: Option<LastMove>,
    /// One entry per seat, in seat order.
    pub sides: Vec<Side>,
    /// Whose turn it is; `None` once the match is over.
    pub to_move: Option<Seat>,
    /// Plies played so far.
    pub ply: u32,
    /// Sprint: the moves each seat still has, in seat order. `None` without a limit.
    pub moves_left: Option<Vec<u32>>,
}

/// What lies on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stone {
    /// A marble of this seat.
    Owned(Seat),
    /// A marble that belongs to nobody.
    Neutral,
}

/// What the last move did, in terms of the board after it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LastMove {
    /// Canonical notation.
    pub notation: String,
    /// Where all moved marbles, pushed ones included, went: one direction for all of them.
    pub direction: Option<Direction>,
    /// Cells that a marble moved *to*, ascending.
    pub arrived: Vec<Cell>,
    /// Cells left empty, ascending.
    pub vacated: Vec<Cell>,
    /// The marble that went over the rim: the cell it left, and what it was.
    pub ejected: Option<(Cell, Stone)>,
}

/// The score of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Side {
    /// Marbles that this seat has ejected.
    pub ejected: u8,
    /// Ejections that win.
    pub target: u8,
    /// Marbles that this seat still has on the board.
    pub on_board: u8,
}
