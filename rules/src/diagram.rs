//! The contents of a position for display. A [`Diagram`] holds cells, stones and marks, but no screen colors and no
//! words, which keeps rules and rendering independent.

use crate::board::fanorona::Point;
use crate::board::hex::{Cell, Direction, Hexagon};
use crate::color::Color;
use crate::seat::{Seat, SeatInfo};

/// Everything that a picture, an alternative text or a text board shows of one position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Diagram {
    /// The boards: one, or two in the match on two boards.
    pub boards: Vec<Board>,
    /// The index in `boards` of the next move's board.
    pub active: usize,
    /// With two boards, the index in `boards` at which each seat sits in this round, in seat order: the round's four
    /// turns are made there. Empty with one board, and once the game is over.
    pub seated: Vec<usize>,
    /// The last turn in canonical notation; `None` at the start.
    pub last: Option<String>,
    /// The seats, in seat order.
    pub seats: Vec<SeatInfo>,
    /// One entry per color, in the order of [`Color::ALL`].
    pub sides: Vec<Side>,
    /// Whether marbles, sisters or pieces are being placed.
    pub placing: bool,
    /// The seat on turn; `None` once the game is over.
    pub to_move: Option<Seat>,
    /// Turns played so far.
    pub ply: u32,
    /// The number of the next turn, from 0 and with passes counted, by which moves are numbered.
    pub turn_index: u32,
    /// In a sprint, the turns that each color still has, in the order of `sides`. `None` without a limit.
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
    /// The hexagonal board, if it is one.
    pub const fn hex(&self) -> Option<&HexBoard> {
        match self {
            Self::Hex(board) => Some(board),
            Self::Fanorona(_) => None,
        }
    }
}

/// A hexagonal board and the stones on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HexBoard {
    /// Cells per side: 5 for the board of 61 cells, 6 for the 91 cells of Grand Abalone.
    pub side: u8,
    /// The stones, in ascending order of their cells.
    pub stones: Vec<(Cell, Stone)>,
    /// Cells that nothing can ever enter, ascending.
    pub obstacles: Vec<Cell>,
    /// Cells where pushed marbles fall out of the game, ascending.
    pub holes: Vec<Cell>,
    /// Standing crowns, each with its three cells and the color that carries it, unless that is hidden.
    pub crowns: Vec<([Cell; 3], Option<Color>)>,
    /// Opposing marbles ejected on this board by each color, in the order of [`Color::ALL`]. Empty in games without
    /// ejections.
    pub ejected: Vec<u8>,
    /// The moves of the last turn on this board; empty at the start and when the turn was made on the other board.
    pub last: Vec<LastMove>,
}

impl HexBoard {
    /// The board's geometry; that of 61 cells for an invalid size.
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

/// Anything on a cell that can move.
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

/// The effect of one move, in terms of the board after it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LastMove {
    /// The direction of all moved marbles, pushed ones included; `None` for a placed marble.
    pub direction: Option<Direction>,
    /// Cells that marbles moved to, ascending.
    pub arrived: Vec<Cell>,
    /// Cells left empty, ascending.
    pub vacated: Vec<Cell>,
    /// The ejected marble, over the rim or into a hole: the cell that it left, and its kind.
    pub ejected: Option<(Cell, Stone)>,
}

impl LastMove {
    pub(crate) fn placed(cell: Cell) -> Self {
        Self { direction: None, arrived: vec![cell], vacated: Vec::new(), ejected: None }
    }
}

/// The Fanorona board and the pieces on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FanoronaBoard {
    /// The pieces, each with its upper color, in ascending order of their points.
    pub pieces: Vec<(Point, Color)>,
    /// Points of the last turn's path, in order, from its start. One point for a placing, none at the start.
    pub path: Vec<Point>,
    /// Points whose pieces the last turn flipped, ascending, each once.
    pub flipped: Vec<Point>,
    /// Whether the moved piece was taken off at the end.
    pub removed: bool,
}

/// The score of one color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Side {
    /// The color.
    pub color: Color,
    /// Opposing marbles that this color has ejected.
    pub ejected: u8,
    /// Ejections that win; `None` in games that are not won by ejections.
    pub target: Option<u8>,
    /// Marbles or pieces that this color has on the board.
    pub on_board: u8,
    /// Marbles or pieces that it still has to place.
    pub in_hand: u8,
}
