//! What a finished game looks like to the engine: where it was won and lost, and what would have been better.

use rules::{Refusal, Team, team_of};

use crate::engine::{Engine, Question, Thought};
use crate::game::{SCALE, Score};
use crate::levels::Level;
use crate::search::{FORCED, Limits, WIN};

/// A turn of a game, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Who played it.
    pub seat: rules::Seat,
    /// What was played, in canonical notation.
    pub turn: String,
    /// What the position before it is worth to that player.
    pub before: Score,
    /// What the position after it is worth to that player.
    pub after: Score,
    /// What the engine would have played, and the turns it expects then.
    pub better: Thought,
    /// How much of the chance to win was lost, from 0 to 100.
    pub loss: f64,
}

impl Judged {
    /// How good the turn was, from 0 to 100.
    ///
    /// Source: lichess.org's figures for chess, `103.1668 · e^(−0.04354 · loss) − 3.1669`.
    pub fn accuracy(&self) -> f64 {
        (103.1668 * (-0.043_54 * self.loss).exp() - 3.1669).clamp(0.0, 100.0)
    }
}

/// A game, judged turn by turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The turns in the order in which they were played.
    pub turns: Vec<Judged>,
}

impl Analysis {
    /// The mean of the accuracies of a player's turns; `None` without turns.
    pub fn accuracy(&self, seat: rules::Seat) -> Option<f64> {
        let own: Vec<f64> = self.turns.iter().filter(|turn| turn.seat == seat).map(Judged::accuracy).collect();
        (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
    }

    /// The turns that lost most, worst first, at most `limit`; those that lost little are left out. Each is its index and the turn.
    pub fn mistakes(&self, limit: usize) -> Vec<(usize, &Judged)> {
        let mut mistakes: Vec<_> = self.turns.iter().enumerate().filter(|(_, turn)| turn.loss >= MISTAKE).collect();
        mistakes.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
        mistakes.truncate(limit);
        mistakes
    }
}

/// A turn that loses less of the chance to win is no mistake.
const MISTAKE: f64 = 5.0;

/// The chance to win that a score stands for, from 0 to 100: a logistic curve.
///
/// # Examples
/// ```
/// assert_eq!(engine::chance_to_win(0), 50.0);
/// assert!(engine::chance_to_win(200) > 75.0 && engine::chance_to_win(engine::WIN) > 99.9);
/// ```
pub fn chance_to_win(score: Score) -> f64 {
    100.0 / (1.0 + (-f64::from(score) / f64::from(SCALE)).exp())
}

/// Judges each turn of a game, with so many positions to look at for each.
///
/// # Errors
/// A setup, position line or turn that cannot be read or is not legal.
///
/// # Examples
/// ```
/// let turns = ["a1b2", "i5h5"].map(str::to_owned);
/// let analysis = engine::analyze("abalone", None, &turns, 1_000)?;
/// assert_eq!(analysis.turns.len(), 2);
/// assert!(analysis.accuracy(rules::Seat(0)).is_some_and(|accuracy| accuracy > 50.0));
/// # Ok::<(), rules::Refusal>(())
/// ```
pub fn analyze(setup: &str, start: Option<&str>, turns: &[String], nodes: u64) -> Result<Analysis, Refusal> {
    let engine = Engine::open(setup, Level::STRONGEST)?;
    let mut game = match start {
        Some(position) => rules::open_at(setup, position)?,
        None => rules::open(setup)?,
    };
    // A record may go on where the rules see a draw by repetition.
    game.ignore_repetition();
    let seats = game.seats();
    let team = |seat| team_of(&seats, seat);
    let limits = Limits::nodes(nodes);
    let judge = |turns: &[String]| engine.judge(&Question { start, turns, seed: 0 }, &limits);
    let mut judged = Vec::with_capacity(turns.len());
    let mut known = None;
    for (index, written) in turns.iter().enumerate() {
        let Some(seat) = game.to_move() else {
            // The rules say it better.
            game.play(written)?;
            break;
        };
        let better = match known.take() {
            Some(thought) => thought,
            None => judge(&turns[..index])?,
        };
        let turn = game.play(written)?;
        let after = match (game.to_move(), game.outcome()) {
            (Some(next), _) => {
                let thought = judge(&turns[..=index])?;
                let score = if team(next) == team(seat) { thought.score } else { -thought.score };
                known = Some(thought);
                score
            }
            (None, Some(outcome)) => value_of_end(outcome.winner, team(seat)),
            (None, None) => better.score,
        };
        // The better one of two looks at the same position counts: the second looked further.
        let before = better.score.max(after);
        let loss = if turn == better.turn { 0.0 } else { (chance_to_win(before) - chance_to_win(after)).max(0.0) };
        judged.push(Judged { seat, turn, before, after, better, loss });
    }
    Ok(Analysis { turns: judged })
}

fn value_of_end(winner: Option<Team>, team: Option<Team>) -> Score {
    match winner {
        None => 0,
        Some(winner) if Some(winner) == team => WIN,
        Some(_) => -WIN,
    }
}

/// A score as people read it: `+1.20` marbles, or that the game is won by force.
///
/// # Examples
/// ```
/// assert_eq!(engine::write_score(-35), "-0.35");
/// assert_eq!(engine::write_score(engine::WIN - 3), "wins in 3");
/// ```
pub fn write_score(score: Score) -> String {
    match score {
        FORCED.. => format!("wins in {}", WIN - score),
        _ if score <= -FORCED => format!("loses in {}", WIN + score),
        _ => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_a_chance_of_73_percent() {
        assert!((chance_to_win(SCALE) - 73.106).abs() < 0.001);
        assert!((chance_to_win(-SCALE) - 26.894).abs() < 0.001);
    }
}
