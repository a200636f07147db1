//! Perft for Abalone on whole sets of cells: the last ply is counted, not played.

use super::{Abalone, CALM_DRAW, Position, moves};
use crate::table::Ruleset;

/// Counts legal sequences of `depth` plies, as [`crate::perft::perft`] does, many times faster.
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
    // A draw by calm may come on the way: the counting below does not know it.
    if position.calm() + depth > CALM_DRAW {
        return crate::perft::perft(rules, position, depth);
    }
    let left: Option<u32> = crate::Color::TWO.into_iter().map(|color| rules.moves_left(position, color)).sum();
    if left.is_some_and(|left| left < depth) {
        return 0;
    }
    let (me, you) = (position.to_move as usize, position.to_move.opponent() as usize);
    let still = [rules.target() - position.lost[me], rules.target() - position.lost[you]];
    below::<BULK>(position.marbles[me], position.marbles[you], still, depth)
}

/// `still`: the marbles that the player to move, and the other one, may still lose.
fn below<const BULK: bool>(own: u64, theirs: u64, still: [u8; 2], depth: u32) -> u64 {
    if depth == 1 && BULK {
        return u64::from(moves::count(own, theirs));
    }
    let mut total = 0;
    moves::each_after(own, theirs, &mut |own, theirs, ejected| {
        let left = still[1] - u8::from(ejected);
        if depth == 1 {
            // The boards must be made, or there would be nothing to compare.
            std::hint::black_box((own, theirs));
            total += 1;
        } else if left > 0 {
            total += below::<BULK>(theirs, own, [left, still[0]], depth - 1);
        }
    });
    total
}
