//! What a text means on a position of Abalone, and every spelling of a move.

use crate::board::bitboard::Bitboard;
use crate::board::hex::{Cell, Direction, Line, Triangle};
use crate::games::abalone::error::MoveError;
use crate::games::abalone::moves::Move;
use crate::games::abalone::moves::judge::{Effect, is_partners, judge, must_be_own};
use crate::games::abalone::position::Position;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::variant::Variant;
use crate::notation::moves::{MoveText, far_pair, far_pairs};

/// The legal move that a text means on this position, or why there is none.
pub(in crate::games::abalone) fn resolve<V: Variant>(
    rules: &Abalone<V>,
    position: &Position<V>,
    written: MoveText,
    text: &str,
) -> Result<Move, MoveError> {
    let position = View { rules, position };
    match written {
        MoveText::Two(from, to) => two_cells(position, from, to, text),
        MoveText::Three(one, other, target) => three_cells(position, one, other, target),
        MoveText::CellAndDirection(tail, direction) => legal(position, Move::Inline { tail, direction }),
        MoveText::CellsAndDirection(one, other, direction) => line_and_direction(position, one, other, direction),
        MoveText::Triangle(cells, target) => match cells[0].way_to(target) {
            Some((direction, 1)) => triangle(position, cells, direction),
            _ => Err(MoveError::NotAdjacent { from: cells[0], to: target }),
        },
        MoveText::TriangleAndDirection(cells, direction) => triangle(position, cells, direction),
        MoveText::Place(cell) => legal(position, Move::Place { cell }),
    }
}

/// A position, and the rules to read it by.
struct View<'a, V: Variant> {
    rules: &'a Abalone<V>,
    position: &'a Position<V>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derive would ask for `V: Clone`")]
impl<V: Variant> Clone for View<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Variant> Copy for View<'_, V> {}

impl<V: Variant> View<'_, V> {
    fn judge(self, mv: Move) -> Result<Effect, MoveError> {
        judge(self.rules, self.position, mv)
    }
    fn own(self, cell: Cell) -> Result<(), MoveError> {
        must_be_own(self.rules, self.position, cell)
    }
}

fn legal<V: Variant>(position: View<'_, V>, mv: Move) -> Result<Move, MoveError> {
    position.judge(mv).map(|_| mv)
}

fn triangle<V: Variant>(position: View<'_, V>, cells: [Cell; 3], direction: Direction) -> Result<Move, MoveError> {
    let written = || cells.map(|cell| cell.to_string()).join(", ");
    let triangle = Triangle::of(cells).ok_or_else(|| MoveError::NoTriangle { cells: written() })?;
    legal(position, Move::Triangle { triangle, direction })
}

/// Two cells: an inline move in Aba-Pro, Nacre or PlayStrategy's spelling, or a broadside by its far pair.
fn two_cells<V: Variant>(position: View<'_, V>, from: Cell, to: Cell, text: &str) -> Result<Move, MoveError> {
    if from == to {
        return Err(MoveError::SameCell { cell: from });
    }
    if let Some((direction, distance)) = from.way_to(to) {
        let mv = Move::Inline { tail: from, direction };
        let effect = position.judge(mv)?;
        if distance == 1 || distance == effect.own || distance == playstrategy_distance(effect) {
            return Ok(mv);
        }
        let lands = from.steps(direction, effect.own).expect("a legal move stays on the board");
        return Err(MoveError::WrongLanding { from, to, lands });
    }
    // The near pair of a broadside of three needs no reading of its own: where that broadside is legal, so is the one of
    // two marbles whose far pair it also is, and that is what the text says.
    let broadside = |(line, direction)| Move::Broadside { line, direction };
    let far: Vec<Move> = far_pairs(V::Bits::BOARD, from, to, V::MAX_MARBLES).into_iter().map(broadside).collect();
    let mut found = far.iter().filter(|&&mv| position.judge(mv).is_ok());
    if let Some(&mv) = found.next() {
        return if found.next().is_none() { Ok(mv) } else { Err(ambiguous(text, &far)) };
    }
    // No such move: say what stops the line that was meant, if it can be told.
    let mine = |mv: &&Move| match mv {
        Move::Broadside { line, .. } => line.cells().all(|cell| position.own(cell).is_ok()),
        _ => false,
    };
    if let Some(&mv) = far.iter().find(mine) {
        return legal(position, mv);
    }
    position.own(from)?;
    Err(MoveError::NotInLine { from, to })
}

fn ambiguous(text: &str, moves: &[Move]) -> MoveError {
    let suggestions: Vec<String> = moves.iter().map(Move::to_string).collect();
    MoveError::Ambiguous { text: text.trim().to_owned(), suggestions: suggestions.join(" or ") }
}

/// PlayStrategy names the first empty cell behind all that moves, or the ejected marble's cell.
const fn playstrategy_distance(effect: Effect) -> u8 {
    effect.own + effect.pushed - effect.ejected.is_some() as u8
}

/// The two ends of a line in either order, then the cell the one named first moves to.
fn three_cells<V: Variant>(position: View<'_, V>, one: Cell, other: Cell, target: Cell) -> Result<Move, MoveError> {
    if one == other || one == target {
        return Err(MoveError::SameCell { cell: one });
    }
    let line = Line::between(one, other).ok_or(MoveError::NotInLine { from: one, to: other })?;
    match one.way_to(target) {
        Some((direction, 1)) => legal(position, Move::Broadside { line, direction }),
        _ => Err(MoveError::NotAdjacent { from: one, to: target }),
    }
}

fn line_and_direction<V: Variant>(
    position: View<'_, V>,
    one: Cell,
    other: Cell,
    direction: Direction,
) -> Result<Move, MoveError> {
    if one == other {
        return Err(MoveError::SameCell { cell: one });
    }
    let line = Line::between(one, other).ok_or(MoveError::NotInLine { from: one, to: other })?;
    if !line.along().is_along(direction) {
        return legal(position, Move::Broadside { line, direction });
    }
    // Along its own line: the whole run must be named, because a move takes all that stands ahead of its tail.
    let (tail, front) =
        if line.along() == direction { (line.first(), line.last()) } else { (line.last(), line.first()) };
    for cell in line.cells() {
        // A partner's marble may stand in a line that pushes, but not at its rear.
        if cell == tail || !is_partners(position.rules, position.position, cell) {
            position.own(cell)?;
        }
    }
    let mv = Move::Inline { tail, direction };
    let effect = position.judge(mv)?;
    match front.step(direction) {
        Some(cell) if effect.own > line.len() => Err(MoveError::OwnMarbleAhead { cell }),
        _ => Ok(mv),
    }
}

/// Every accepted spelling of a legal move, the canonical one first, without separators.
pub(in crate::games::abalone) fn spellings<V: Variant>(
    rules: &Abalone<V>,
    position: &Position<V>,
    mv: Move,
) -> Vec<String> {
    let mut all = vec![mv.to_string()];
    let Ok(effect) = judge(rules, position, mv) else { return all };
    all.extend([nacre(mv, effect), playstrategy(mv, effect)].into_iter().flatten());
    match mv {
        Move::Inline { tail, direction } => {
            all.push(format!("{tail}{direction}"));
            if let Some(front) = tail.steps(direction, effect.own - 1).filter(|&front| front != tail) {
                all.push(format!("{tail}{front}{direction}"));
                all.push(format!("{front}{tail}{direction}"));
            }
        }
        Move::Broadside { line, direction } => {
            let (first, last) = (line.first(), line.last());
            if let Some(target) = last.step(direction) {
                all.push(format!("{last}{first}{target}"));
            }
            all.push(format!("{first}{last}{direction}"));
            all.push(format!("{last}{first}{direction}"));
        }
        Move::Triangle { triangle, direction } => {
            let [one, two, three] = triangle.cells();
            for [first, second, third] in [[one, two, three], [two, one, three], [three, one, two]] {
                all.extend(first.step(direction).map(|target| format!("tri:{first}{second}{third}{target}")));
                all.push(format!("tri:{first}{second}{third}{direction}"));
            }
        }
        Move::Place { .. } => {}
    }
    let mut known = std::collections::HashSet::new();
    all.retain(|spelling| known.insert(spelling.clone()));
    all
}

/// Nacre: rear cell and landing cell of the last own marble; of a broadside, the far pair.
pub fn nacre(mv: Move, effect: Effect) -> Option<String> {
    match mv {
        Move::Inline { tail, direction } => Some(format!("{tail}{}", tail.steps(direction, effect.own)?)),
        Move::Broadside { line, direction } => far_pair(line, direction),
        Move::Triangle { .. } | Move::Place { .. } => None,
    }
}

/// PlayStrategy's UCI: rear cell and the first empty cell behind all that moves, or the ejected marble's; of a
/// broadside, the far pair.
pub fn playstrategy(mv: Move, effect: Effect) -> Option<String> {
    match mv {
        Move::Inline { tail, direction } => {
            Some(format!("{tail}{}", tail.steps(direction, playstrategy_distance(effect))?))
        }
        Move::Broadside { line, direction } => far_pair(line, direction),
        Move::Triangle { .. } | Move::Place { .. } => None,
    }
}
