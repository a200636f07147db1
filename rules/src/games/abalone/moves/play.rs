//! Plays moves that are legal.

use crate::board::bitboard::Bitboard;
use crate::board::hex::Cell;
use crate::color::Color;
use crate::games::abalone::moves::Move;
use crate::games::abalone::moves::generate::{moved, row_ahead};
use crate::games::abalone::moves::judge::mover;
use crate::games::abalone::position::Position;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::setup::values::{Half, TurnKind};
use crate::games::abalone::variant::Variant;

/// Plays a legal move. What another one does is not said.
#[inline]
pub(in crate::games::abalone) fn play_unchecked<V: Variant>(rules: &Abalone<V>, position: &mut Position<V>, mv: Move) {
    let mover = match rules.turn {
        TurnKind::Single | TurnKind::Double => position.to_move,
        _ => mover(rules, position, mv).unwrap_or(position.to_move),
    };
    match mv {
        Move::Place { cell } => place(rules, position, cell),
        Move::Inline { direction, .. } | Move::Broadside { direction, .. } | Move::Triangle { direction, .. } => {
            let path = path(position, mv);
            advance(rules, position, mover, path, direction as usize);
        }
    }
}

/// The cells of all that moves in a legal move.
#[inline]
pub(in crate::games::abalone) fn path<V: Variant>(position: &Position<V>, mv: Move) -> V::Bits {
    match mv {
        Move::Inline { tail, direction } => row_ahead(V::Bits::of(tail), position.occupied(), direction as usize),
        Move::Broadside { line, .. } => {
            let mut next = V::Bits::of(line.first());
            let mut path = next;
            for _ in 1..line.len() {
                next = next.ahead(line.along() as usize);
                path |= next;
            }
            path
        }
        Move::Triangle { triangle, .. } => V::Bits::collect(triangle.cells()),
        Move::Place { cell } => V::Bits::of(cell),
    }
}

/// Puts a marble of the player to move on a free cell.
pub(in crate::games::abalone) fn place<V: Variant>(rules: &Abalone<V>, position: &mut Position<V>, cell: Cell) {
    position.marbles[position.to_move as usize] |= V::Bits::of(cell);
    position.ply += 1;
    let left = |color: Color| rules.in_hand(position, color);
    let turns = [position.to_move.opponent(), position.to_move];
    let placer = turns.into_iter().find(|&color| left(color) > 0);
    // Rule: when all stand, Black moves.
    position.placing = placer.is_some();
    position.to_move = placer.unwrap_or(Color::Black);
}

/// Moves all that stands on `path` one step, for `mover`; ends the turn where it ends.
#[inline]
pub(in crate::games::abalone) fn advance<V: Variant>(
    rules: &Abalone<V>,
    position: &mut Position<V>,
    mover: Color,
    path: V::Bits,
    direction: usize,
) {
    let holes = position.holes;
    let mut gone = false;
    for color in 0..usize::from(position.colors) {
        let before = position.marbles[color];
        if (before & path).is_empty() {
            continue;
        }
        let after = moved(before, path, direction, holes);
        position.marbles[color] = after;
        let lost = (before.count() - after.count()) as u8;
        position.lost[color] += lost;
        if position.colors > 2 {
            position.won[mover as usize] += lost;
        }
        gone |= lost > 0;
    }
    let neutral = position.neutral();
    if !(neutral & path).is_empty() {
        let had_ball = !position.ball.is_empty();
        position.pivot = moved(position.pivot, path, direction, holes);
        position.ball = moved(position.ball, path, direction, holes);
        if had_ball && position.ball.is_empty() {
            position.ball_by = Some(mover);
        }
        gone |= position.neutral().count() < neutral.count();
    }
    // Rule: a crown falls as soon as one of its three marbles leaves its cell, no matter who moved it.
    for crown in &mut position.crowns {
        if !(*crown & path).is_empty() {
            *crown = V::Bits::EMPTY;
        }
    }
    let before = position.plies_since_ejection;
    position.plies_since_ejection = if gone { 0 } else { before + 1 };
    if position.half.is_none() && rules.turn_has_two_moves(position) {
        position.half = Some(if mover == position.to_move { Half::Own } else { Half::Foe });
        // Ruling: a decision on the first of two moves ends the game, and without a second move the turn is over.
        if rules.decision(position).is_none() && rules.may_go_on(position) {
            position.plies_since_ejection = if gone { 0 } else { before };
            return;
        }
    }
    position.half = None;
    position.ply += 1;
    position.to_move = position.after(position.to_move);
    rules.pass_over(position);
}
