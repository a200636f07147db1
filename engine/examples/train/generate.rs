//! The engine's games against itself.

use std::io::{BufWriter, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Engine, FORCED, Level, Limits, Question};
use rules::games::abalone::{Abalone, layouts};
use rules::rng::SeededRng;
use rules::{Color, Ruleset as _, Seat};

use crate::Threads;

#[derive(Debug, clap::Args)]
pub struct SelfPlay {
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Positions that are looked at for a turn
    #[arg(long, default_value_t = 1_500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Longer games are drawn.
const MOST_TURNS: usize = 250;
/// Openings with a greater advantage teach little.
const BALANCED: i32 = 120;
/// One turn in this many is random, so that games differ and show the consequences of mistakes.
const SLIPS: usize = 60;

pub fn generate(plan: &SelfPlay, threads: Threads, output: impl Write + Send) -> anyhow::Result<()> {
    let next = AtomicU64::new(0);
    let output = Mutex::new(BufWriter::new(output));
    std::thread::scope(|scope| {
        let work = || -> anyhow::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= plan.games {
                    return Ok(());
                }
                let lines = play(plan, number)?;
                output.lock().expect("no worker panics").write_all(lines.as_bytes())?;
            }
        };
        let workers: Vec<_> = (0..threads.number).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
}

/// One game from a random opening, as lines; empty if the opening is not balanced.
fn play(plan: &SelfPlay, number: u64) -> anyhow::Result<String> {
    let mut rng = SeededRng::new(plan.seed.wrapping_mul(1_000_003).wrapping_add(number));
    let layouts: Vec<_> = layouts().iter().filter(|layout| layout.seats == 2).collect();
    let setup = format!("abalone layout={}", layouts[rng.below(layouts.len())].name);
    let rules: Abalone = setup.parse()?;
    let engine = Engine::open(&setup, Level::STRONGEST)?;
    let limits = Limits::nodes(plan.nodes);
    let mut game = rules::open(&setup)?;
    for _ in 0..4 + rng.below(8) {
        let choices = game.legal_moves();
        game.play(&choices[rng.below(choices.len())])?;
    }
    // Positions before an ejection never recur, so the engine only needs the turns since.
    let (mut start, mut turns) = (game.full_position(), Vec::new());
    let mut lines = Vec::new();
    for _ in 0..MOST_TURNS {
        let Some(seat) = game.to_move() else { break };
        let thought = engine.judge(&Question { start: Some(&start), turns: &turns, seed: 0 }, &limits)?;
        if lines.is_empty() && thought.score.abs() > BALANCED {
            return Ok(String::new());
        }
        let position = game.full_position();
        if thought.score.abs() < FORCED {
            let score = if seat == Seat(0) { thought.score } else { -thought.score };
            lines.push(format!("{score},{position}"));
        }
        let choices = game.legal_moves();
        let turn = if rng.below(SLIPS) == 0 { &choices[rng.below(choices.len())] } else { &thought.turn };
        turns.push(game.play(turn)?);
        let after = rules.read_position(&game.full_position())?;
        if after.plies_since_ejection() == 0 {
            (start, turns) = (game.full_position(), Vec::new());
        }
    }
    let end = rules.read_position(&game.full_position())?;
    let ahead = i32::from(end.won(Color::Black)) - i32::from(end.won(Color::White));
    let result = match game.outcome().and_then(|outcome| outcome.winner) {
        Some(team) => f64::from(u8::from(team.0 == 0)),
        // A lead in a drawn game counts half.
        None => f64::from(2 + ahead.signum()) / 4.0,
    };
    Ok(lines.into_iter().fold(String::new(), |lines, line| lines + &format!("{number},{result},{line}\n")))
}
