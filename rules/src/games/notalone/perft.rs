//! Perft for Notalone on whole bitboards of cells: the last ply is counted, not played.

use super::movegen::Bitboards;
use super::{Notalone, Position};
use crate::ruleset::Ruleset;

/// Counts legal sequences of `depth` turns, as [`crate::perft::perft`] does, many times faster.
///
/// # Examples
/// ```
/// use rules::{Ruleset, games::notalone::{Notalone, perft::perft}};
/// let rules = Notalone::standard();
/// // Each player puts a sister on one of 12 free cells.
/// assert_eq!(perft(&rules, &rules.start(), 2), 144);
/// ```
pub fn perft(rules: &Notalone, position: &Position, depth: u32) -> u64 {
    run::<true>(rules, position, depth)
}

/// Like [`perft`], but plays every last move on the board, for comparison with programs that do so.
pub fn perft_played(rules: &Notalone, position: &Position, depth: u32) -> u64 {
    run::<false>(rules, position, depth)
}

fn run<const BULK: bool>(rules: &Notalone, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Some(bitboards) = Bitboards::of(position) else {
        let moves = rules.legal_moves(position);
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |mv| rules.play(position, mv).expect("generated moves are legal");
        return moves.iter().map(|mv| run::<BULK>(rules, &after(mv), depth - 1)).sum();
    };
    if bitboards.are_together() { 0 } else { below::<BULK>(&bitboards, depth) }
}

fn below<const BULK: bool>(bitboards: &Bitboards, depth: u32) -> u64 {
    if depth == 1 && BULK {
        return u64::from(bitboards.count());
    }
    let mut total = 0;
    bitboards.each_move(|_, direction, row| {
        let next = bitboards.after(row, direction);
        if depth == 1 {
            // Keeps the compiler from removing the boards, which would make the comparison meaningless.
            std::hint::black_box(next);
            total += 1;
        } else if !next.are_together() {
            total += below::<BULK>(&next, depth - 1);
        }
    });
    total
}
