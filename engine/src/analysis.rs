//! Analysis of finished games: where they were won and lost, and better turns.

use rules::{Refusal, Team, team_of};

use crate::engine::{Engine, Question, Thought};
use crate::game::{SCALE, Score};
use crate::levels::Level;
use crate::search::{FORCED, Limits, WIN};

/// A judged turn of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The player.
    pub seat: rules::Seat,
    /// The turn in canonical notation.
    pub turn: String,
    /// The value of the position before it to that player.
    pub before: Score,
    /// The value of the position after it to that player.
    pub after: Score,
    /// The engine's choice, and the turns that it expects then.
    pub better: Thought,
    /// The lost share of the winning chance, from 0 to 100.
    pub loss: f64,
}

impl Judged {
    /// The quality of the turn, from 0 to 100.
    ///
    /// Source: lichess.org's figures for chess, `103.1668 · e^(−0.04354 · loss) − 3.1669`.
    pub fn accuracy(&self) -> f64 {
        (103.1668 * (-0.043_54 * self.loss).exp() - 3.1669).clamp(0.0, 100.0)
    }
}

/// A game, judged turn by turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The turns in order.
    pub turns: Vec<Judged>,
}

impl Analysis {
    /// The quality of a player's turns, from 0 to 100; `None` without turns.
    ///
    /// It is the mean of the turns, weighted by how much the winning chance changes around each, because nothing more
    /// can be lost in a lost game. The weight is a standard deviation, from 0.5 to 12, as in lichess.org's accuracy
    /// of a game.
    pub fn accuracy(&self, seat: rules::Seat) -> Option<f64> {
        let own: Vec<&Judged> = self.turns.iter().filter(|turn| turn.seat == seat).collect();
        let (mut weights, mut sum) = (0.0, 0.0);
        for (index, turn) in own.iter().enumerate() {
            let near = &own[index.saturating_sub(1)..own.len().min(index + 2)];
            let chances: Vec<f64> = near.iter().flat_map(|turn| [turn.before, turn.after].map(chance_to_win)).collect();
            let weight = deviation(&chances).clamp(0.5, 12.0);
            weights += weight;
            sum += weight * turn.accuracy();
        }
        (!own.is_empty()).then(|| sum / weights)
    }

    /// The turns that lost most, worst first, at most `limit`, without small losses. Each comes with its index.
    pub fn mistakes(&self, limit: usize) -> Vec<(usize, &Judged)> {
        let mut mistakes: Vec<_> = self.turns.iter().enumerate().filter(|(_, turn)| turn.loss >= MISTAKE).collect();
        mistakes.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
        mistakes.truncate(limit);
        mistakes
    }
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Turns that lose less of the winning chance are no mistakes.
const MISTAKE: f64 = 5.0;

/// The winning chance that a score stands for, from 0 to 100: a logistic curve.
///
/// # Examples
/// ```
/// assert_eq!(engine::chance_to_win(0), 50.0);
/// assert!(engine::chance_to_win(200) > 75.0 && engine::chance_to_win(engine::WIN) > 99.9);
/// ```
pub fn chance_to_win(score: Score) -> f64 {
    100.0 / (1.0 + (-f64::from(score) / f64::from(SCALE)).exp())
}

/// Judges each turn of a game with a search of `nodes` positions each.
///
/// # Errors
/// A setup, position line or turn that is invalid or illegal.
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
    let mut next_thought = None;
    for (index, written) in turns.iter().enumerate() {
        let Some(seat) = game.to_move() else {
            // Lets the rules refuse turns after the end of the game.
            game.play(written)?;
            break;
        };
        let better = match next_thought.take() {
            Some(thought) => thought,
            None => judge(&turns[..index])?,
        };
        let turn = game.play(written)?;
        let after = match (game.to_move(), game.outcome()) {
            (Some(next), _) => {
                let thought = judge(&turns[..=index])?;
                let score = if team(next) == team(seat) { thought.score } else { -thought.score };
                next_thought = Some(thought);
                score
            }
            (None, Some(outcome)) => value_of_end(outcome.winner, team(seat)),
            (None, None) => better.score,
        };
        // The position is searched before and after the turn; the higher score counts, because the second search
        // looks further.
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

/// A score for people: `+1.20` marbles, or a forced win.
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

    /// A turn of the first player, with no better alternative.
    fn judged(before: Score, after: Score) -> Judged {
        let better = Thought { turn: "a1b2".into(), score: before, line: vec!["a1b2".into()], depth: 1, nodes: 1 };
        let loss = (chance_to_win(before) - chance_to_win(after)).max(0.0);
        Judged { seat: rules::Seat(0), turn: "a1b1".into(), before, after, better, loss }
    }

    #[test]
    fn a_position_that_is_lost_anyway_does_not_make_its_player_accurate() {
        let throws = [judged(0, -150), judged(-150, -300), judged(-300, -450)];
        let suffers = (0..30).map(|_| judged(-600, -600));
        let of = |turns: Vec<Judged>| Analysis { turns }.accuracy(rules::Seat(0)).expect("turns");
        let lost = of(throws.iter().cloned().chain(suffers).collect());
        assert!((30.0..75.0).contains(&lost), "{lost}");
        assert!(of(vec![judged(10, 10), judged(20, 20)]) > 99.9);
        assert!(Analysis { turns: vec![judged(0, 0)] }.accuracy(rules::Seat(1)).is_none());
    }

    #[test]
    fn a_line_begins_with_the_turn_also_where_a_turn_has_several_steps() {
        let turns: Vec<String> = (0..6).map(|_| String::new()).collect();
        assert!(analyze("fliporona", None, &turns, 10).is_err());
        let mut game = rules::open("fliporona").expect("a setup");
        let mut played = Vec::new();
        while played.len() < 60 && game.outcome().is_none() {
            let legal = game.legal_moves();
            played.push(game.play(&legal[played.len() * 7 % legal.len()]).expect("legal"));
        }
        let analysis = analyze("fliporona", None, &played, 300).expect("a game");
        for turn in &analysis.turns {
            assert_eq!(turn.better.line.first(), Some(&turn.better.turn), "{turn:?}");
        }
        let placed = analysis.turns.iter().take(40);
        assert!(placed.clone().all(|turn| turn.loss < 1.0), "to place first is worth nothing");
    }

    #[test]
    fn the_scale_is_a_chance_of_73_percent() {
        assert!((chance_to_win(SCALE) - 73.106).abs() < 0.001);
        assert!((chance_to_win(-SCALE) - 26.894).abs() < 0.001);
    }
}
