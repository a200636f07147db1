//! Perft for Abalone on whole bitboards: the last move is counted, not played.

use super::movegen::{MoverView, moved};
use super::{Abalone, DRAW_AFTER_PLIES_WITHOUT_EJECTION, Position, moves};
use crate::board::bitboard;
use crate::color::Color;
use crate::ruleset::Ruleset;

/// Counts legal sequences of `depth` turns, as [`crate::perft::perft`] does, many times faster.
///
/// # Examples
/// ```
/// use rules::{Ruleset, abalone::{Abalone, perft::perft}};
/// let rules = Abalone::standard();
/// assert_eq!(perft(&rules, &rules.start(), 3), 98_912);
/// ```
pub fn perft(rules: &Abalone, position: &Position, depth: u32) -> u64 {
    run::<true>(rules, position, depth)
}

/// The same figure with every last move played on the board, for comparing with programs that count so.
pub fn perft_played(rules: &Abalone, position: &Position, depth: u32) -> u64 {
    run::<false>(rules, position, depth)
}

fn run<const BULK: bool>(rules: &Abalone, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.outcome(position).is_some() {
        return 0;
    }
    if !is_classic(rules, position, depth) {
        return any::<BULK>(rules, position, depth);
    }
    let (me, you) = (position.to_move as usize, position.to_move.opponent() as usize);
    let still = [rules.target() - position.lost[me], rules.target() - position.lost[you]];
    two_colors::<BULK>(position.marbles[me], position.marbles[you], still, depth)
}

/// Two colors, one move a turn, nothing else on the board, and no count that could end the game on the way.
fn is_classic(rules: &Abalone, position: &Position, depth: u32) -> bool {
    let view = rules.mover_view(position, position.to_move);
    let left: Option<u32> = Color::TWO.into_iter().map(|color| rules.moves_left(position, color)).sum();
    position.colors == 2
        && !rules.turn.has_two_moves()
        && !rules.triangles
        && rules.crown.is_none()
        && !position.placing
        && position.neutral() | position.holes | position.walls == 0
        && view.ally == 0
        && position.plies_since_ejection() + depth <= DRAW_AFTER_PLIES_WITHOUT_EJECTION
        && left.is_none_or(|left| left >= depth)
}

/// `still`: the marbles that the player to move, and the other one, may still lose.
fn two_colors<const BULK: bool>(own: u64, theirs: u64, still: [u8; 2], depth: u32) -> u64 {
    let view = MoverView::two_colors(own, theirs);
    if depth == 1 && BULK {
        return u64::from(view.count());
    }
    let mut total = 0;
    view.each(&mut |path, direction| {
        let own = moved(own, path, direction, 0);
        let after = moved(theirs, path, direction, 0);
        if depth == 1 {
            // The boards must be made, or there would be nothing to compare.
            std::hint::black_box((own, after));
            total += 1;
            return;
        }
        let left = still[1] - u8::from(after.count_ones() < theirs.count_ones());
        if left > 0 {
            total += two_colors::<BULK>(after, own, [left, still[0]], depth - 1);
        }
    });
    total
}

/// Any other option, position by position.
fn any<const BULK: bool>(rules: &Abalone, position: &Position, depth: u32) -> u64 {
    if rules.outcome(position).is_some() {
        return 0;
    }
    if position.placing {
        let cells = position.empty();
        if depth == 1 {
            return u64::from(cells.count_ones());
        }
        return bitboard::cells_of(cells)
            .map(|cell| any::<BULK>(rules, &moves::place(rules, position, cell), depth - 1))
            .sum();
    }
    let ends_turn = !rules.turn.has_two_moves() || position.half.is_some();
    let mut total = 0;
    for mover in rules.movers(position) {
        let view = rules.mover_view(position, mover);
        if BULK && depth == 1 && ends_turn {
            total += u64::from(view.count());
            continue;
        }
        view.each(&mut |path, direction| {
            let next = moves::advance(rules, position, mover, path, direction);
            total += match (next.half, depth) {
                (Some(_), _) => any::<BULK>(rules, &next, depth),
                (None, 1) => {
                    std::hint::black_box(&next);
                    1
                }
                (None, _) => any::<BULK>(rules, &next, depth - 1),
            };
        });
    }
    total
}
