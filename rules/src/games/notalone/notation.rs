//! What a text means on a position of Notalone: the spellings of [`crate::notation`], with sisters in the lines.

use super::error::MoveError;
use super::moves::{Effect, Move, judge, place_first};
use super::position::{Marble, Phase, Position};
use crate::board::hex::{Cell, Direction, Hexagon, Line};
use crate::notation::moves::{MoveText, ParseMoveError, far_pair, far_pairs, is_separator};

/// The board of the game.
const BOARD: Hexagon = Hexagon::STANDARD;

/// The most cells of a broadside: three own marbles and both sisters.
const LONGEST: u8 = 5;

/// The legal move that a text means on this position, or why there is none.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let written = MoveText::read(BOARD, text);
    if matches!(position.phase, Phase::Placing { .. }) {
        return match written {
            Ok(MoveText::Place(cell)) => legal(position, Move::Place(cell)),
            Ok(_) => Err(place_first(position)),
            // The cell alone is enough while nothing else can be meant.
            Err(ParseMoveError::NotNotation { text }) => match BOARD.parse(text.trim_matches(is_separator)) {
                Ok(cell) => legal(position, Move::Place(cell)),
                Err(_) => Err(place_first(position)),
            },
            Err(error) => Err(error.into()),
        };
    }
    match written? {
        MoveText::Place(cell) => legal(position, Move::Place(cell)),
        MoveText::Two(from, to) => two_cells(position, from, to),
        MoveText::Three(one, other, target) => three_cells(position, one, other, target),
        MoveText::CellAndDirection(tail, direction) => legal(position, Move::Inline { tail, direction }),
        MoveText::CellsAndDirection(one, other, direction) => line_and_direction(position, one, other, direction),
        MoveText::Triangle(..) | MoveText::TriangleAndDirection(..) => Err(MoveError::NoTriangles),
    }
}

fn legal(position: &Position, mv: Move) -> Result<Move, MoveError> {
    judge(position, mv).map(|_| mv)
}

/// Does this cell hold what the player to move may move?
fn is_own(position: &Position, cell: Cell) -> bool {
    match position.at(cell) {
        Some(Marble::Owned(color)) => color == position.turn(),
        Some(Marble::Sister) => true,
        None => false,
    }
}

/// Two cells: an inline move in Aba-Pro, Nacre or `PlayStrategy`'s spelling, or a broadside by its far pair.
fn two_cells(position: &Position, from: Cell, to: Cell) -> Result<Move, MoveError> {
    if from == to {
        return Err(MoveError::SameCell { cell: from });
    }
    if let Some((direction, distance)) = from.way_to(to) {
        let mv = Move::Inline { tail: from, direction };
        let effect = judge(position, mv)?;
        if landings(effect).contains(&distance) {
            return Ok(mv);
        }
        let lands = BOARD.steps(from, direction, effect.block).expect("a legal move stays on the board");
        return Err(MoveError::WrongLanding { from, to, lands });
    }
    // Two cells are the far pair of one line, or of the two that lie like the sides of a rhombus: of these, each needs
    // cells full that the other needs empty. The near pair of a line is the far pair of one shorter by a cell, and means
    // that one, as in other programs.
    let broadside = |(line, direction)| Move::Broadside { line, direction };
    let far: Vec<Move> = far_pairs(BOARD, from, to, LONGEST).into_iter().map(broadside).collect();
    if let Some(mv) = far.iter().find(|&&mv| judge(position, mv).is_ok()) {
        return Ok(*mv);
    }
    // No such move: say what stops the line that was meant, if it can be told.
    let mine = |mv: &&Move| match mv {
        Move::Broadside { line, .. } => line.cells().all(|cell| is_own(position, cell)),
        Move::Inline { .. } | Move::Place(_) => false,
    };
    if let Some(&mv) = far.iter().find(mine) {
        return legal(position, mv);
    }
    match position.at(from) {
        None => Err(MoveError::EmptyCell { cell: from }),
        Some(_) if !is_own(position, from) => Err(MoveError::NotYours { cell: from }),
        Some(_) => Err(MoveError::NotInLine { from, to }),
    }
}

/// How far from the rear cell the second cell of an inline move may lie: Aba-Pro names the next one, Nacre where the
/// last own marble lands (of the player's color, or of all that belong to the player), `PlayStrategy` the first empty
/// cell behind all that moves, or the ejected marble's.
fn landings(effect: Effect) -> [u8; 4] {
    [1, effect.block, effect.up_to_own, effect.row - u8::from(effect.ejected.is_some())]
}

/// The two ends of a line in either order, then the cell the one named first moves to.
fn three_cells(position: &Position, one: Cell, other: Cell, target: Cell) -> Result<Move, MoveError> {
    if one == other || one == target {
        return Err(MoveError::SameCell { cell: one });
    }
    let line = Line::between(one, other).ok_or(MoveError::NotInLine { from: one, to: other })?;
    match one.way_to(target) {
        Some((direction, 1)) => legal(position, Move::Broadside { line, direction }),
        _ => Err(MoveError::NotAdjacent { from: one, to: target }),
    }
}

fn line_and_direction(position: &Position, one: Cell, other: Cell, direction: Direction) -> Result<Move, MoveError> {
    if one == other {
        return Err(MoveError::SameCell { cell: one });
    }
    let line = Line::between(one, other).ok_or(MoveError::NotInLine { from: one, to: other })?;
    if !line.along().is_along(direction) {
        return legal(position, Move::Broadside { line, direction });
    }
    // Along its own line: the whole run must be named, because a move takes all that stands ahead of its tail. Sisters
    // at its front may be left out.
    let (tail, front) =
        if line.along() == direction { (line.first(), line.last()) } else { (line.last(), line.first()) };
    for cell in line.cells() {
        match position.at(cell) {
            None => return Err(MoveError::EmptyCell { cell }),
            Some(_) if !is_own(position, cell) => return Err(MoveError::NotYours { cell }),
            Some(_) => {}
        }
    }
    let mv = Move::Inline { tail, direction };
    let effect = judge(position, mv)?;
    match BOARD.step(front, direction) {
        Some(cell) if effect.up_to_own > line.len() => Err(MoveError::OwnMarbleAhead { cell }),
        _ => Ok(mv),
    }
}

/// Every accepted spelling of a legal move, the canonical one first, without separators.
pub(super) fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let mut all = vec![mv.to_string()];
    let Ok(effect) = judge(position, mv) else { return all };
    match mv {
        Move::Place(cell) => all.push(cell.to_string()),
        Move::Inline { tail, direction } => {
            let far = landings(effect).into_iter().filter_map(|distance| BOARD.steps(tail, direction, distance));
            all.extend(far.map(|cell| format!("{tail}{cell}")));
            all.push(format!("{tail}{direction}"));
            let fronts = [effect.block, effect.up_to_own].into_iter().filter(|&len| len > 1);
            for front in fronts.filter_map(|len| BOARD.steps(tail, direction, len - 1)) {
                all.push(format!("{tail}{front}{direction}"));
                all.push(format!("{front}{tail}{direction}"));
            }
        }
        Move::Broadside { line, direction } => {
            let (first, last) = (line.first(), line.last());
            all.extend(far_pair(line, direction));
            all.extend(BOARD.step(last, direction).map(|target| format!("{last}{first}{target}")));
            all.push(format!("{first}{last}{direction}"));
            all.push(format!("{last}{first}{direction}"));
        }
    }
    let mut known = std::collections::HashSet::new();
    all.retain(|spelling| known.insert(spelling.clone()));
    all
}
