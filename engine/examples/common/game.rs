//! One game between two players.

use anyhow::Context as _;
use rules::{AnyGame, Team, team_of};

/// How games are played, and what they count.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct GameRules {
    /// A game longer than this is nobody's
    #[arg(long, default_value_t = 300)]
    pub turns: usize,
    /// The player who has ejected more wins a game that nobody wins
    #[arg(long)]
    pub marbles: bool,
}

/// Plays a game from an opening and returns its end. `answer` gives the turn of player 0 or 1; player `first` has the
/// first team.
pub fn play(
    setup: &str,
    rules: GameRules,
    opening: &[String],
    first: usize,
    mut answer: impl FnMut(usize, &[String]) -> anyhow::Result<String>,
) -> anyhow::Result<Box<dyn AnyGame>> {
    let mut game = rules::open(setup)?;
    let mut turns = opening.to_vec();
    for turn in opening {
        game.play(turn)?;
    }
    let seats = game.seats();
    while turns.len() < rules.turns {
        let Some(seat) = game.to_move() else { break };
        let team = team_of(&seats, seat).context("every seat has a team")?;
        let turn = answer(player_of(team, first), &turns)?;
        turns.push(game.play(&turn).with_context(|| format!("{turn} after {}", turns.join(" ")))?);
    }
    Ok(game)
}

/// The result of player 0 in half points: 0, 1 or 2.
pub fn count_points(game: &dyn AnyGame, rules: GameRules, first: usize) -> usize {
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let winner = winner.or_else(|| rules.marbles.then(|| leader(game))?);
    winner.map_or(1, |team| 2 * (1 - player_of(team, first)))
}

fn player_of(team: Team, first: usize) -> usize {
    if team == Team(0) { first } else { 1 - first }
}

/// The team that has ejected more marbles.
fn leader(game: &dyn AnyGame) -> Option<Team> {
    let sides = game.diagram().sides;
    match sides.first()?.ejected.cmp(&sides.get(1)?.ejected) {
        std::cmp::Ordering::Greater => Some(Team(0)),
        std::cmp::Ordering::Less => Some(Team(1)),
        std::cmp::Ordering::Equal => None,
    }
}
