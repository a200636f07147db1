//! What stands where: a [`Diagram`] holds cells, stones and marks, but no screen colors and no words. New rules never touch the
//! crate that draws; a new theme never touches this one.

use crate::board::fanorona::Point;
use crate::board::hex::{Cell, Direction, Hexagon};
use crate::color::Color;
use crate::seat::{Seat, SeatInfo};

/// Everything a picture, an alt text or a board of letters says about one position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Diagram {
    /// The boards: one, or two in the match on two boards.
    pub boards: Vec<Board>,
    /// The board of the next move, as an index of `boards`.
    pub active: usize,
    /// Of two boards, the one at which each seat sits in this round, in seat order, as an index of `boards`: the round's four
    /// turns are made there. Empty with one board, and once the game is over.
    pub seated: Vec<usize>,
    /// The last turn in canonical notation; `None` at the start.
    pub last: Option<String>,
    /// Who sits where, in seat order.
    pub seats: Vec<SeatInfo>,
    /// One entry per color, in the order of [`Color::ALL`].
    pub sides: Vec<Side>,
    /// Are marbles, sisters or pieces being placed?
    pub placing: bool,
    /// Whose turn it is; `None` once the game is over.
    pub to_move: Option<Seat>,
    /// Turns played so far.
    pub ply: u32,
    /// Turns before the next one, passes included, by which moves are numbered.
    pub turn_index: u32,
    /// Sprint: the turns each color still has, in the order of `sides`. `None` without a limit.
    pub moves_left: Option<Vec<u32>>,
}

/// One board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Board {
    /// The hexagon of 61 cells.
    Hex(HexBoard),
    /// The 45 points of Fanorona.
    Fanorona(FanoronaBoard),
}

impl Board {
    /// The hexagon, if it is one.
    pub const fn hex(&self) -> Option<&HexBoard> {
        match self {
            Self::Hex(board) => Some(board),
            Self::Fanorona(_) => None,
        }
    }
}

/// What stands on the hexagon.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HexBoard {
    /// Cells per side: 5 for the board of 61 cells, 6 for the 91 cells of Grand Abalone.
    pub side: u8,
    /// The stones, in ascending order of their cells.
    pub stones: Vec<(Cell, Stone)>,
    /// Cells where nothing can ever stand, ascending.
    pub obstacles: Vec<Cell>,
    /// Cells that swallow what is pushed into them, ascending.
    pub holes: Vec<Cell>,
    /// Crowns that stand, each on its three cells, with the color that carries it unless it is hidden.
    pub crowns: Vec<([Cell; 3], Option<Color>)>,
    /// Opposing marbles that each color has ejected on this board, in the order of [`Color::ALL`]. Empty in games without
    /// ejections.
    pub ejected: Vec<u8>,
    /// What the last turn did here, move by move; empty at the start and when it was made on the other board.
    pub last: Vec<LastMove>,
}

impl HexBoard {
    /// The board's geometry; that of 61 cells where there is no board of that size.
    pub const fn hexagon(&self) -> Hexagon {
        match Hexagon::new(self.side) {
            Some(hexagon) => hexagon,
            None => Hexagon::STANDARD,
        }
    }
}

impl Default for HexBoard {
    /// The empty board of 61 cells.
    fn default() -> Self {
        Self {
            side: 5,
            stones: Vec::new(),
            obstacles: Vec::new(),
            holes: Vec::new(),
            crowns: Vec::new(),
            ejected: Vec::new(),
            last: Vec::new(),
        }
    }
}

/// What lies on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stone {
    /// A marble of this color.
    Owned(Color),
    /// A player's marble whose color is hidden.
    Hidden,
    /// A neutral marble that only moves by being pushed.
    Pivot,
    /// A neutral marble: the player who ejects it wins.
    Ball,
    /// A sister of Notalone.
    Sister,
}

/// What one move did, in terms of the board after it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LastMove {
    /// Where all moved marbles, pushed ones included, went; `None` when a marble was placed.
    pub direction: Option<Direction>,
    /// Cells that a marble moved *to*, ascending.
    pub arrived: Vec<Cell>,
    /// Cells left empty, ascending.
    pub vacated: Vec<Cell>,
    /// The marble that went over the rim or into a hole: the cell it left, and what it was.
    pub ejected: Option<(Cell, Stone)>,
}

impl LastMove {
    pub(crate) fn placed(cell: Cell) -> Self {
        Self { direction: None, arrived: vec![cell], vacated: Vec::new(), ejected: None }
    }
}

/// What stands on the Fanorona board.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FanoronaBoard {
    /// The pieces, each with the color that lies up, in ascending order of their points.
    pub pieces: Vec<(Point, Color)>,
    /// Points that the last turn went through, in order: the start first. One point for a placing, none at the start.
    pub path: Vec<Point>,
    /// Points whose pieces the last turn flipped, ascending, each once.
    pub flipped: Vec<Point>,
    /// Was the moved piece taken off at the end?
    pub removed: bool,
}

/// The score of one color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Side {
    /// Which.
    pub color: Color,
    /// Opposing marbles that this color has ejected.
    pub ejected: u8,
    /// Ejections that win; `None` in games that are not won so.
    pub target: Option<u8>,
    /// Marbles or pieces that this color has on the board.
    pub on_board: u8,
    /// Marbles or pieces that it still has to place.
    pub in_hand: u8,
}
