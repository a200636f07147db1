//! Counting sequences of moves: the check that a ruleset finds every move and no other.

use crate::table::Ruleset;

/// Counts legal sequences of `depth` plies: about 50× more per ply on an opening board. Repetition is not looked at.
///
/// # Examples
/// ```
/// use rules::{Ruleset, abalone::Abalone, perft::perft};
/// let rules = Abalone::standard();
/// assert_eq!(perft(&rules, &rules.start(), 1), 44);
/// ```
pub fn perft<R: Ruleset>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = rules.legal_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| rules.play(position, mv).expect("generated moves are legal");
    moves.iter().map(|mv| perft(rules, &after(mv), depth - 1)).sum()
}
