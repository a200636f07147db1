//! Counts of move sequences, which verify move generation.

use std::hint::black_box;

use super::rules::{MoveList, Ruleset};

/// Counts legal sequences of `depth` turns; takes about 50× longer per ply on an opening board. Ignores repetition.
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
        // A turn counts once it is finished or has ended the game.
        let is_turn = !rules.is_mid_turn(&next) || rules.outcome(&next).is_some();
        let left = if is_turn { depth - 1 } else { depth };
        // The last positions are also made, so that the time includes playing.
        black_box(&next);
        total += if left == 0 { 1 } else { perft(rules, &next, left) };
    }
    total
}
