//! Openings of the engine's own games.

use anyhow::bail;
use engine::{Engine, Limits, Question};
use rules::rng::SeededRng;

/// Random turns, in one of the numbers `counts`, that a short search judges to be balanced.
pub fn balanced_opening(
    setup: &str,
    judge: &Engine,
    counts: &[usize],
    rng: &mut SeededRng,
) -> anyhow::Result<Vec<String>> {
    for _ in 0..500 {
        let mut game = rules::open(setup)?;
        let mut turns = Vec::new();
        for _ in 0..counts[rng.below(counts.len())] {
            let (choices, _) = game.turns(2_000);
            if choices.is_empty() {
                break;
            }
            turns.push(game.play(&choices[rng.below(choices.len())])?);
        }
        let question = Question { start: None, turns: &turns, seed: 0 };
        if game.to_move().is_some() && judge.judge(&question, &Limits::nodes(3_000))?.score.abs() < 50 {
            return Ok(turns);
        }
    }
    bail!("no balanced opening of {counts:?} turns in {setup}")
}
