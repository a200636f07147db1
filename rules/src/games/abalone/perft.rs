//! Perft for Abalone on whole bitboards: the last move is counted, not played.

use super::moves::generate::{MoverView, shift_marbles};
use super::moves::play::{advance, place};
use super::position::Position;
use super::rules::{Abalone, DRAW_AFTER_PLIES_WITHOUT_EJECTION};
use super::variant::Variant;
use crate::board::bitboard::Bitboard;
use crate::color::Color;

/// Counts legal sequences of `depth` turns, as [`crate::perft::perft`] does, many times faster.
///
/// # Examples
/// ```
/// use rules::{Ruleset, games::abalone::{Abalone, perft::perft}};
/// let rules = Abalone::standard();
/// assert_eq!(perft(&rules, &rules.start(), 3), 98_912);
/// ```
pub fn perft<V: Variant>(rules: &Abalone<V>, position: &Position<V>, depth: u32) -> u64 {
    run::<true, V>(rules, position, depth)
}

/// Like [`perft`], but plays every last move on the board, for comparison with programs that do so.
pub fn perft_played<V: Variant>(rules: &Abalone<V>, position: &Position<V>, depth: u32) -> u64 {
    run::<false, V>(rules, position, depth)
}

fn run<const BULK: bool, V: Variant>(rules: &Abalone<V>, position: &Position<V>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if !rules.knows(position) || rules.end(position).is_some() {
        return 0;
    }
    if !is_two_colors(rules, position, depth) {
        return any::<BULK, V>(rules, position, depth);
    }
    let (me, you) = (position.to_move as usize, position.to_move.opponent() as usize);
    let still = [me, you].map(|color| rules.target.saturating_sub(position.lost[color]));
    two_colors::<BULK, V>(position.marbles[me], position.marbles[you], still, depth)
}

/// Whether there are only two colors, one move a turn, and no limit that could end the game within `depth`.
fn is_two_colors<V: Variant>(rules: &Abalone<V>, position: &Position<V>, depth: u32) -> bool {
    let view = rules.mover_view(position, position.to_move);
    let left: Option<u32> = Color::TWO.into_iter().map(|color| rules.moves_left(position, color)).sum();
    position.colors == 2
        && !rules.turn.has_two_moves()
        && !rules.triangles
        && rules.crown.is_none()
        && !position.placing
        && (position.neutral() | position.holes | position.walls).is_empty()
        && view.ally.is_empty()
        && position.plies_since_ejection() + depth <= DRAW_AFTER_PLIES_WITHOUT_EJECTION
        && left.is_none_or(|left| left >= depth)
}

/// `still`: the marbles that the player to move, and the opponent, may still lose.
fn two_colors<const BULK: bool, V: Variant>(own: V::Bits, theirs: V::Bits, still: [u8; 2], depth: u32) -> u64 {
    let view = MoverView::<V>::two_colors(own, theirs);
    if depth == 1 && BULK {
        return u64::from(view.count());
    }
    let mut total = 0;
    view.each_path(&mut |path, direction| {
        let own = shift_marbles(own, path, direction, V::Bits::EMPTY);
        let after = shift_marbles(theirs, path, direction, V::Bits::EMPTY);
        if depth == 1 {
            // Keeps the compiler from removing the boards, which would make the comparison meaningless.
            std::hint::black_box((own, after));
            total += 1;
            return;
        }
        let left = still[1] - u8::from(after.count() < theirs.count());
        if left > 0 {
            total += two_colors::<BULK, V>(after, own, [left, still[0]], depth - 1);
        }
    });
    total
}

/// The general case, position by position.
fn any<const BULK: bool, V: Variant>(rules: &Abalone<V>, position: &Position<V>, depth: u32) -> u64 {
    if rules.end(position).is_some() {
        return 0;
    }
    if position.placing {
        let cells = position.empty();
        if depth == 1 {
            return u64::from(cells.count());
        }
        return cells
            .cells()
            .map(|cell| {
                let mut next = *position;
                place(rules, &mut next, cell);
                any::<BULK, V>(rules, &next, depth - 1)
            })
            .sum();
    }
    let ends_turn = !rules.turn_has_two_moves(position) || position.half.is_some();
    let mut total = 0;
    for mover in rules.movers(position) {
        let view = rules.mover_view(position, mover);
        if BULK && depth == 1 && ends_turn {
            total += u64::from(view.count());
            continue;
        }
        view.each_path(&mut |path, direction| {
            let mut next = *position;
            advance(rules, &mut next, mover, path, direction);
            total += match (next.half, depth) {
                (Some(_), _) => any::<BULK, V>(rules, &next, depth),
                (None, 1) => {
                    std::hint::black_box(&next);
                    1
                }
                (None, _) => any::<BULK, V>(rules, &next, depth - 1),
            };
        });
    }
    total
}
