//! A simulated first-time player.

use anyhow::Context as _;
use rules::diagram::{Board, Stone};
use rules::rng::SeededRng;
use rules::{AnyGame, Team, team_of};

/// Looks one turn ahead: wins, ejects what it sees, and likes the center.
pub struct Newcomer {
    pub setup: String,
    /// The percentage of its ejections that it sees.
    pub sees: usize,
}

const EJECTION: i32 = 1_000;
const END: i32 = 1_000_000;

impl Newcomer {
    pub fn answer(&self, turns: &[String], seed: u64) -> anyhow::Result<String> {
        let mut game = rules::open(&self.setup)?;
        for turn in turns {
            game.play(turn)?;
        }
        let team = team_of(&game.seats(), game.to_move().context("the game goes on")?).context("a team")?;
        let mut rng = SeededRng::new(seed);
        let ejected = count_ejected(&*game, team);
        let mut best = None;
        for turn in game.turns(2_000).0 {
            let next = game.after(&turn)?;
            let is_seen = rng.below(100) < self.sees;
            let gain = if is_seen { count_ejected(&*next, team) - ejected } else { 0 };
            // At random among equals.
            let value = (END * win(&*next, team) + EJECTION * gain + centrality(&*next, team), rng.below(1_000));
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, turn));
            }
        }
        Ok(best.context("a legal turn")?.1)
    }
}

fn win(game: &dyn AnyGame, team: Team) -> i32 {
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    winner.map_or(0, |winner| if winner == team { 1 } else { -1 })
}

fn count_ejected(game: &dyn AnyGame, team: Team) -> i32 {
    game.diagram().sides.get(usize::from(team.0)).map_or(0, |side| i32::from(side.ejected))
}

/// How near to the center the marbles of a team are.
fn centrality(game: &dyn AnyGame, team: Team) -> i32 {
    let diagram = game.diagram();
    let Some(own) = diagram.sides.get(usize::from(team.0)).map(|side| Stone::Owned(side.color)) else { return 0 };
    let of_board = |board: &Board| {
        let Board::Hex(board) = board else { return 0 };
        let center = board.hexagon().center();
        let marbles = board.stones.iter().filter(|(_, stone)| *stone == own);
        -marbles.map(|(cell, _)| i32::from(center.distance_to(*cell))).sum::<i32>()
    };
    diagram.boards.iter().map(of_board).sum()
}
