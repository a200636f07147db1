//! Summaries of the last turn and of threats, as values that a host puts into words.
//!
//! [`steps`] derives the last turn from a [`Diagram`], so it reveals no more than a picture of that diagram: hidden
//! colors stay hidden. [`Threat`]s come from [`AnyGame::threats`](crate::AnyGame::threats).

use std::collections::BTreeMap;

use crate::board::fanorona::Point;
use crate::board::hex::{Cell, Direction};
use crate::color::Color;
use crate::diagram::{Board, Diagram, FanoronaBoard, HexBoard, LastMove, Stone};
use crate::seat::Team;

/// One step of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Step {
    /// A marble or a sister was placed.
    Placed { cell: Cell, stone: Stone },
    /// Marbles moved.
    Moved(Moved),
    /// A piece was placed on the Fanorona board, with this color up.
    PiecePlaced { point: Point, color: Color },
    /// A piece moved on the Fanorona board, in a whole or partial turn. The path begins at its origin.
    PieceMoved { path: Vec<Point>, flipped: Vec<Point>, is_removed: bool },
}

/// Marbles that moved one cell, all in one direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The direction.
    pub direction: Direction,
    /// Whether they moved along their own line, which includes a single marble.
    pub is_inline: bool,
    /// The cells that the mover's marbles left, partners and sisters among them included: in a line the rear first,
    /// otherwise ascending. While colors are hidden, everything that moved.
    pub marbles: Vec<(Cell, Stone)>,
    /// The cells from which others were pushed, the nearest first; an ejected one is last.
    pub pushed: Vec<(Cell, Stone)>,
    /// The ejected marble.
    pub ejected: Option<Ejected>,
}

/// A marble that left the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ejected {
    /// The cell that it left.
    pub cell: Cell,
    /// Its kind.
    pub stone: Stone,
    /// Whether it fell into a hole rather than over the rim.
    pub is_in_hole: bool,
}

/// A place of either board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// On the hexagon.
    Cell(Cell),
    /// On the Fanorona board.
    Point(Point),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cell(cell) => cell.fmt(f),
            Self::Point(point) => point.fmt(f),
        }
    }
}

/// A marble that the next turn of a color can eject, or a piece that its next step can flip, if nothing else changes
/// until then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threat {
    /// The index in [`Diagram::boards`].
    pub board: usize,
    /// The current place of the marble or piece.
    pub place: Place,
    /// The marble or piece.
    pub stone: Stone,
    /// The color whose turn would do it.
    pub by: Color,
    /// The first such turn in canonical notation, up to the decisive step.
    pub turn: String,
}

impl Threat {
    /// For each of the opponent's marbles or pieces, in the order of their places, the first move that takes it.
    pub(crate) fn of_opponents(by: Color, takes: impl Iterator<Item = (Place, impl ToString)>) -> Vec<Self> {
        let mut found = BTreeMap::new();
        for (place, mv) in takes {
            found.entry(place).or_insert(mv);
        }
        let stone = Stone::Owned(by.opponent());
        found.into_iter().map(|(place, mv)| Self { board: 0, place, stone, by, turn: mv.to_string() }).collect()
    }
}

/// The last turn, step by step; of a partial turn, its steps so far. Empty at the start.
///
/// # Examples
/// ```
/// use rules::board::hex::Direction;
/// use rules::summary::{self, Step};
/// let mut game = rules::open("abalone")?;
/// game.play("a1b2")?;
/// let steps = summary::steps(&game.diagram());
/// let [Step::Moved(moved)] = steps.as_slice() else { panic!("one move") };
/// assert_eq!((moved.direction, moved.marbles.len(), moved.pushed.len()), (Direction::Ne, 3, 0));
/// # Ok::<(), rules::Refusal>(())
/// ```
pub fn steps(diagram: &Diagram) -> Vec<Step> {
    let of = |board: &Board| match board {
        Board::Hex(board) => hex_steps(diagram, board),
        Board::Fanorona(board) => fanorona_steps(board),
    };
    diagram.boards.iter().flat_map(of).collect()
}

/// The index in [`Diagram::boards`] of the last turn's board.
pub fn board_of_last_turn(diagram: &Diagram) -> Option<usize> {
    diagram.boards.iter().position(|board| match board {
        Board::Hex(board) => !board.last.is_empty(),
        Board::Fanorona(board) => !board.path.is_empty(),
    })
}

/// Takes the moves back, the last one first, to find the stones before each.
fn hex_steps(diagram: &Diagram, board: &HexBoard) -> Vec<Step> {
    let mut stones: BTreeMap<Cell, Stone> = board.stones.iter().copied().collect();
    let mut steps: Vec<Step> =
        board.last.iter().rev().filter_map(|last| taken_back(diagram, board, last, &mut stones)).collect();
    steps.reverse();
    steps
}

fn taken_back(
    diagram: &Diagram,
    board: &HexBoard,
    last: &LastMove,
    stones: &mut BTreeMap<Cell, Stone>,
) -> Option<Step> {
    let Some(direction) = last.direction else {
        let cell = *last.arrived.first()?;
        return Some(Step::Placed { cell, stone: stones.remove(&cell)? });
    };
    let arrived = last.arrived.iter().filter_map(|to| Some((to.step(direction.opposite())?, stones.remove(to)?)));
    let mut moved: Vec<(Cell, Stone)> = arrived.collect();
    moved.extend(last.ejected);
    stones.extend(moved.iter().copied());
    // No moved stone is behind the rear.
    let is_ahead = |cell: Cell, other: Cell| other.way_to(cell).is_some_and(|(way, _)| way == direction);
    let rank = |cell: Cell| moved.iter().filter(|(other, _)| is_ahead(cell, *other)).count();
    let mut ranked: Vec<(usize, Cell, Stone)> =
        moved.iter().map(|(cell, stone)| (rank(*cell), *cell, *stone)).collect();
    ranked.sort_unstable();
    let is_inline = ranked.iter().enumerate().all(|(index, (rank, ..))| index == *rank);
    let mut marbles: Vec<(Cell, Stone)> = ranked.into_iter().map(|(_, cell, stone)| (cell, stone)).collect();
    let pushed = if is_inline {
        marbles.split_off(own_count(diagram, &marbles))
    } else {
        marbles.sort_unstable();
        Vec::new()
    };
    let ejected = last.ejected.map(|(cell, stone)| {
        let is_in_hole = cell.step(direction).is_some_and(|next| board.holes.contains(&next));
        Ejected { cell, stone, is_in_hole }
    });
    Some(Step::Moved(Moved { direction, is_inline, marbles, pushed, ejected }))
}

/// The number of stones of a line, rear first, that belong to the mover or help: all before the first of another
/// team, or neutral.
fn own_count(diagram: &Diagram, line: &[(Cell, Stone)]) -> usize {
    let team_of =
        |color: Color| -> Option<Team> { diagram.seats.iter().find(|seat| seat.color == color).map(|seat| seat.team) };
    let own = line.iter().find_map(|(_, stone)| if let Stone::Owned(color) = stone { team_of(*color) } else { None });
    let is_own = |stone: &Stone| match stone {
        Stone::Owned(color) => team_of(*color) == own,
        Stone::Hidden | Stone::Sister => true,
        Stone::Pivot | Stone::Ball => false,
    };
    line.iter().take_while(|(_, stone)| is_own(stone)).count()
}

fn fanorona_steps(board: &FanoronaBoard) -> Vec<Step> {
    let placed = match *board.path.as_slice() {
        [] => return Vec::new(),
        [point] => board.pieces.iter().find(|(at, _)| *at == point).map(|(_, color)| (point, *color)),
        _ => None,
    };
    vec![match placed.filter(|_| board.flipped.is_empty()) {
        Some((point, color)) => Step::PiecePlaced { point, color },
        None => {
            Step::PieceMoved { path: board.path.clone(), flipped: board.flipped.clone(), is_removed: board.removed }
        }
    }]
}
