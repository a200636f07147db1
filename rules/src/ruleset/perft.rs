//! Counting sequences of moves: the check that a ruleset finds every move and no other.

use std::hint::black_box;

use super::rules::{MoveList, Ruleset};

/// Counts legal sequences of `depth` turns: about 50× more per ply on an opening board. Repetition is not looked at.
///
/// # Examples
/// ```
/// use rules::{Ruleset, games::abalone::Abalone, perft::perft};
/// let rules = Abalone::standard();
/// assert_eq!(perft(&rules, &rules.start(), 1), 44);
/// ```
pub fn perft<R: Ruleset>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    rules.generate(position, &mut moves);
    let mut total = 0;
    for mv in &moves {
        let mut next = position.clone();
        rules.play_unchecked(&mut next, mv);
        // A turn counts when it is finished, or when it has ended the game.
        let is_turn = !rules.is_mid_turn(&next) || rules.outcome(&next).is_some();
        let left = if is_turn { depth - 1 } else { depth };
        // Also the last positions are made, so that the figure tells what playing costs.
        black_box(&next);
        total += if left == 0 { 1 } else { perft(rules, &next, left) };
    }
    total
}
