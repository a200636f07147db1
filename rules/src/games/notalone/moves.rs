//! The legality of moves, and the reasons if they are illegal.

use super::movegen::{self, Bitboards, Start};
use super::position::{Marble, Phase, Position, Sister, half};
use crate::board::bitboard::{Bitboard, Bits61};
use crate::board::hex::{Cell, Direction, Hexagon, Line};
use crate::color::Color;
use crate::games::abalone::{Move, MoveError};
use crate::ruleset::MoveList;

const BOARD: Hexagon = Hexagon::STANDARD;

/// The most marbles of the mover's color in one move; sisters are not counted.
const MAX_OWN_MARBLES: u8 = 3;

/// The effect of a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// Moving cells before the first opposing marble: own marbles, and the sisters among and ahead of them.
    pub block: u8,
    /// For an inline move, cells of the block up to its last own marble.
    pub up_to_own: u8,
    /// Opposing marbles that move, the ejected one included.
    pub pushed: u8,
    /// All moving cells, sisters beyond opposing marbles included. 0 for a placing.
    pub row: u8,
    /// Whether a sister moves.
    pub sisters: bool,
    /// The cell of the ejected marble.
    pub ejected: Option<Cell>,
}

/// Judges one move by the rules, cell by cell. Does not check whether the game is over.
pub fn judge(position: &Position, mv: Move) -> Result<Effect, MoveError> {
    let is_placing = matches!(position.phase, Phase::Placing { .. });
    match mv {
        Move::Place { cell } if is_placing => judge_placing(position, cell),
        Move::Place { .. } => Err(MoveError::NothingToPlace),
        _ if is_placing => Err(place_first(position)),
        Move::Inline { tail, direction } => judge_inline(position, tail, direction),
        Move::Broadside { line, direction } => judge_broadside(position, line, direction),
        Move::Triangle { .. } => Err(MoveError::NoTriangles),
    }
}

/// The error of a move before all sisters are placed.
pub(super) fn place_first(position: &Position) -> MoveError {
    match placings(position).next() {
        Some(mv) => MoveError::PlaceSister { example: mv.to_string() },
        None => MoveError::GameOver,
    }
}

fn judge_placing(position: &Position, cell: Cell) -> Result<Effect, MoveError> {
    // Rule: on a free cell of the own half.
    if !half(position.to_move).contains(cell) {
        let rows = if position.to_move == Color::Black { "a-d" } else { "f-i" };
        return Err(MoveError::NotYourHalf { cell, rows });
    }
    if position.at(cell).is_some() {
        return Err(MoveError::NotFree { cell });
    }
    Ok(Effect { block: 0, up_to_own: 0, pushed: 0, row: 0, sisters: false, ejected: None })
}

fn judge_inline(position: &Position, tail: Cell, direction: Direction) -> Result<Effect, MoveError> {
    let me = Marble::Owned(position.to_move);
    let you = Marble::Owned(position.to_move.opponent());
    must_be_own(position, tail)?;
    let (mut own, mut pushed, mut sisters, mut up_to_own, mut row) = (0, 0, 0, 0, 0);
    let mut last = tail;
    let mut next = Some(tail);
    // The block: own marbles and sisters, in any order.
    while let Some(cell) = next {
        match position.at(cell) {
            Some(marble) if marble == me => {
                own += 1;
                up_to_own = row + 1;
            }
            Some(Marble::Sister) => sisters += 1,
            _ => break,
        }
        row += 1;
        last = cell;
        next = BOARD.step(cell, direction);
    }
    let block = row;
    // Rule: a sister never moves without an own marble.
    if own == 0 {
        return Err(MoveError::SisterAlone { cell: tail });
    }
    // Rule: one to three own marbles; the sisters are not counted.
    if own > MAX_OWN_MARBLES {
        return Err(MoveError::TooLong { count: own, most: 3 });
    }
    // The pushed row: opposing marbles, and sisters between and behind them.
    while let Some(cell) = next {
        match position.at(cell) {
            Some(marble) if marble == you => pushed += 1,
            Some(Marble::Sister) => sisters += 1,
            _ => break,
        }
        row += 1;
        last = cell;
        next = BOARD.step(cell, direction);
    }
    // Rule: every sister in the row counts with the pushing side.
    if pushed >= own + sisters {
        return Err(MoveError::Pac { own: own + sisters, theirs: pushed });
    }
    let ejected = match next {
        Some(cell) if position.at(cell).is_some() => return Err(MoveError::OwnMarbleBehind { cell }),
        Some(_) => None,
        // Rule: only an opposing marble may leave the board.
        None => match position.at(last) {
            Some(marble) if marble == you => Some(last),
            Some(Marble::Sister) => return Err(MoveError::SisterEjection { cell: last }),
            _ => return Err(MoveError::OwnEjection { cell: last }),
        },
    };
    let moving = (0..row).filter_map(|count| tail.steps(direction, count));
    must_not_go_back(position, moving, direction)?;
    Ok(Effect { block, up_to_own, pushed, row, sisters: sisters > 0, ejected })
}

fn judge_broadside(position: &Position, line: Line, direction: Direction) -> Result<Effect, MoveError> {
    if line.along().is_along(direction) {
        return Err(MoveError::NotSideways { first: line.first(), last: line.last() });
    }
    let is_sister = |cell: &Cell| position.at(*cell) == Some(Marble::Sister);
    for cell in line.cells() {
        must_be_own(position, cell)?;
    }
    let sisters = line.cells().filter(is_sister).count() as u8;
    let own = line.len() - sisters;
    if own == 0 {
        return Err(MoveError::SisterAlone { cell: line.first() });
    }
    if own > MAX_OWN_MARBLES {
        return Err(MoveError::TooLong { count: own, most: 3 });
    }
    for cell in line.cells() {
        match BOARD.step(cell, direction) {
            Some(target) if position.at(target).is_none() => {}
            Some(target) => return Err(MoveError::Blocked { cell: target }),
            None if is_sister(&cell) => return Err(MoveError::SisterEjection { cell }),
            None => return Err(MoveError::OwnEjection { cell }),
        }
    }
    must_not_go_back(position, line.cells(), direction)?;
    let len = line.len();
    Ok(Effect { block: len, up_to_own: len, pushed: 0, row: len, sisters: sisters > 0, ejected: None })
}

/// Rule: the sisters belong to the player to move.
pub(super) fn must_be_own(position: &Position, cell: Cell) -> Result<(), MoveError> {
    match position.at(cell) {
        None => Err(MoveError::EmptyCell { cell }),
        Some(Marble::Owned(color)) if color != position.to_move => Err(MoveError::NotYours { cell }),
        Some(_) => Ok(()),
    }
}

/// Rule: no sister moves straight back, no matter who moved her last, or how long ago.
fn must_not_go_back(
    position: &Position,
    mut cells: impl Iterator<Item = Cell>,
    direction: Direction,
) -> Result<(), MoveError> {
    let goes_back = cells.find_map(|cell| {
        position.sister_at(cell).filter(|sister| !sister.may_go(direction))?.came_by.map(|by| (cell, by))
    });
    goes_back.map_or(Ok(()), |(cell, direction)| Err(MoveError::SisterGoesBack { cell, direction }))
}

/// The moving cells of a legal move; none of a placing.
pub(super) fn moving_cells(position: &Position, mv: Move) -> Bits61 {
    match (mv, Bitboards::of(position)) {
        (Move::Inline { tail, direction }, Some(boards)) => boards.row(Bits61::of(tail), direction as usize),
        (Move::Broadside { line, .. }, _) => Bits61::collect(line.cells()),
        _ => Bits61::EMPTY,
    }
}

/// Plays a legal move.
pub(super) fn apply(position: &Position, mv: Move) -> Position {
    let mut next = Position { ply: position.ply + 1, to_move: position.to_move.opponent(), ..*position };
    let Some(direction) = mv.direction() else {
        let cell = mv.first();
        return match position.phase {
            Phase::Placing { first: Some(first) } => {
                next.with_sisters([Sister::new_placed(first), Sister::new_placed(cell)])
            }
            _ => Position { phase: Phase::Placing { first: Some(cell) }, ..next },
        };
    };
    let row = moving_cells(position, mv);
    next.marbles = position.marbles.map(|set| (set & !row) | (set & row).ahead(direction as usize));
    let opponent = next.to_move as usize;
    let is_ejected = !(position.marbles[opponent] & row & !Bits61::INNER[direction as usize]).is_empty();
    next.lost[opponent] += u8::from(is_ejected);
    let Phase::Playing { sisters } = position.phase else { return next };
    next.with_sisters(sisters.map(|sister| match BOARD.step(sister.cell, direction) {
        Some(cell) if row.contains(sister.cell) => Sister { cell, came_by: Some(direction) },
        _ => sister,
    }))
}

pub(super) fn placings(position: &Position) -> impl Iterator<Item = Move> {
    let here = half(position.to_move);
    Bits61::BOARD
        .cells()
        .filter(move |&cell| here.contains(cell) && position.at(cell).is_none())
        .map(|cell| Move::Place { cell })
}

/// Appends all moves that [`judge`] allows, found on whole bitboards.
pub(super) fn generate(position: &Position, moves: &mut MoveList<Move>) {
    let Some(boards) = Bitboards::of(position) else {
        moves.extend(placings(position));
        return;
    };
    boards.each_move(|start, direction, _| {
        let direction = movegen::direction(direction);
        moves.push(match start {
            Start::Tail(tail) => Move::Inline { tail: tail.lowest(), direction },
            Start::Line(first, axis, len) => {
                let line = Line::from_first(first.lowest(), movegen::direction(axis), len);
                Move::Broadside { line, direction }
            }
        });
    });
}

/// Appends those that eject a marble.
pub(super) fn generate_ejections(position: &Position, moves: &mut MoveList<Move>) {
    let Some(boards) = Bitboards::of(position) else { return };
    boards.each_ejection(|tail, direction| {
        moves.push(Move::Inline { tail: tail.lowest(), direction: movegen::direction(direction) });
    });
}

pub(super) fn can_move(position: &Position) -> bool {
    Bitboards::of(position).map_or_else(|| placings(position).next().is_some(), |boards| boards.can_move())
}
