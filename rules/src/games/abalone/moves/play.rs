//! Plays moves that are legal.

use crate::board::bitboard::Bitboard;
use crate::board::hex::Cell;
use crate::color::Color;
use crate::games::abalone::moves::Move;
use crate::games::abalone::moves::generate::shift_marbles;
use crate::games::abalone::moves::judge::mover;
use crate::games::abalone::position::Position;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::setup::values::{Half, TurnKind};
use crate::games::abalone::variant::Variant;

/// Plays a legal move. The effect of an illegal one is unspecified.
#[inline]
pub(in crate::games::abalone) fn play_unchecked<V: Variant>(rules: &Abalone<V>, position: &mut Position<V>, mv: Move) {
    if rules.is_plain {
        return play_plain(position, mv);
    }
    let mover = match rules.turn {
        TurnKind::Single | TurnKind::Double => position.to_move,
        _ => mover(rules, position, mv).unwrap_or(position.to_move),
    };
    match mv {
        Move::Place { cell } => place(rules, position, cell),
        Move::Inline { direction, .. } | Move::Broadside { direction, .. } | Move::Triangle { direction, .. } => {
            let path = path::<V>(position.occupied(), mv);
            advance(rules, position, mover, path, direction as usize);
        }
    }
}

/// Plays a move where two colors are on a bare board and a turn is one move, as search programs need.
#[inline]
fn play_plain<V: Variant>(position: &mut Position<V>, mv: Move) {
    let Some(direction) = mv.direction() else { return };
    let (me, you) = (position.to_move, position.to_move.opponent());
    let [own, theirs] = [me, you].map(|color| position.marbles[color as usize]);
    let path = path::<V>(own | theirs, mv);
    let is_ejection = !(path & !V::Bits::INNER[direction as usize]).is_empty();
    let step = |set| shift_marbles(set, path, direction as usize, V::Bits::EMPTY);
    position.marbles[me as usize] = step(own);
    position.marbles[you as usize] = step(theirs);
    position.lost[you as usize] += u8::from(is_ejection);
    position.plies_since_ejection = if is_ejection { 0 } else { position.plies_since_ejection + 1 };
    position.ply += 1;
    position.to_move = you;
}

/// The cells of everything that moves in a legal move.
#[inline]
pub(in crate::games::abalone) fn path<V: Variant>(occupied: V::Bits, mv: Move) -> V::Bits {
    match mv {
        Move::Inline { tail, direction } => {
            let mut next = V::Bits::of(tail);
            let mut path = next;
            // A fixed number of steps, that of the longest row, avoids a branch on its length, which is hard to
            // predict.
            for _ in 2..2 * V::MAX_MARBLES {
                next = next.ahead(direction as usize) & occupied;
                path |= next;
            }
            path
        }
        Move::Broadside { line, .. } => {
            let mut next = V::Bits::of(line.first());
            let mut path = next;
            for count in 1..V::MAX_MARBLES {
                next = next.ahead(line.along() as usize);
                path |= if count < line.len() { next } else { V::Bits::EMPTY };
            }
            path
        }
        Move::Triangle { triangle, .. } => V::Bits::collect(triangle.cells()),
        Move::Place { cell } => V::Bits::of(cell),
    }
}

pub(in crate::games::abalone) fn place<V: Variant>(rules: &Abalone<V>, position: &mut Position<V>, cell: Cell) {
    position.marbles[position.to_move as usize] |= V::Bits::of(cell);
    position.ply += 1;
    let left = |color: Color| rules.in_hand(position, color);
    let turns = [position.to_move.opponent(), position.to_move];
    let placer = turns.into_iter().find(|&color| left(color) > 0);
    // Rule: when all marbles are placed, Black moves.
    position.placing = placer.is_some();
    position.to_move = placer.unwrap_or(Color::Black);
}

/// Moves everything on `path` one step, for `mover`, and ends the turn if it is complete.
#[inline]
pub(in crate::games::abalone) fn advance<V: Variant>(
    rules: &Abalone<V>,
    position: &mut Position<V>,
    mover: Color,
    path: V::Bits,
    direction: usize,
) {
    let holes = position.holes;
    // At most one of the moving marbles is ejected.
    let falling = path & (!V::Bits::INNER[direction] | holes.behind(direction));
    let has_ejected = !falling.is_empty();
    for color in 0..usize::from(position.colors) {
        let before = position.marbles[color];
        if (before & path).is_empty() {
            continue;
        }
        position.marbles[color] = shift_marbles(before, path, direction, holes);
        let lost_marbles = u8::from(!(before & falling).is_empty());
        position.lost[color] += lost_marbles;
        if position.colors > 2 {
            position.won[mover as usize] += lost_marbles;
        }
    }
    let neutral = position.neutral();
    if !(neutral & path).is_empty() {
        let had_ball = !position.ball.is_empty();
        position.pivot = shift_marbles(position.pivot, path, direction, holes);
        position.ball = shift_marbles(position.ball, path, direction, holes);
        if had_ball && position.ball.is_empty() {
            position.ball_by = Some(mover);
        }
    }
    // Rule: a crown falls as soon as one of its three marbles leaves its cell, no matter who moved it.
    for crown in &mut position.crowns {
        if !(*crown & path).is_empty() {
            *crown = V::Bits::EMPTY;
        }
    }
    let before = position.plies_since_ejection;
    position.plies_since_ejection = if has_ejected { 0 } else { before + 1 };
    if position.half.is_none() && rules.turn_has_two_moves(position) {
        position.half = Some(if mover == position.to_move { Half::Own } else { Half::Foe });
        // Ruling: a decision on the first of two moves ends the game, and without a second move the turn is over.
        if rules.decision(position).is_none() && rules.may_go_on(position) {
            position.plies_since_ejection = if has_ejected { 0 } else { before };
            return;
        }
    }
    position.half = None;
    position.ply += 1;
    position.to_move = position.after(position.to_move);
    rules.pass_over(position);
}
