//! Tunes the pruning of the search by games of the engine against itself (SPSA).
//!
//! ```text
//! cargo run --release -p engine --features tools --example spsa -- --rounds 1000 --seed 1
//! ```
//!
//! Each pair of games is between two engines whose parameters are one step above or below the present values, at
//! random and in opposite directions. After a round of pairs, every parameter moves toward the side with more points.
//! With a limit of nodes per turn, the same seed gives the same parameters for any number of threads.

#[path = "common/game.rs"]
mod game;
#[path = "common/opening.rs"]
mod opening;

use std::sync::atomic::{AtomicU64, Ordering};

use clap::Parser;
use engine::tuning::{Parameters, with_parameters};
use engine::{Engine, Level, Limits, Question};
use rules::games::abalone::layouts;
use rules::rng::SeededRng;

use game::GameRules;

#[derive(Debug, Parser)]
struct Args {
    /// Positions that are looked at for a turn
    #[arg(long, default_value_t = 2_500)]
    nodes: u64,
    #[arg(long, default_value_t = 1_000)]
    rounds: u64,
    /// Pairs of games in a round
    #[arg(long, default_value_t = 8)]
    pairs: u64,
    /// A point that one side is ahead in a pair moves each parameter by so much of its step
    #[arg(long, default_value_t = 0.015)]
    rate: f64,
    #[command(flatten)]
    game: GameRules,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

struct Tuned {
    name: &'static str,
    of: fn(&mut Parameters) -> &mut i32,
    /// The distance of the tested values from the present one.
    step: f64,
}

const TUNED: [Tuned; 10] = [
    Tuned { name: "static_margin", of: |parameters| &mut parameters.static_margin, step: 8.0 },
    Tuned { name: "hopeless_margin", of: |parameters| &mut parameters.hopeless_margin, step: 12.0 },
    Tuned { name: "window", of: |parameters| &mut parameters.window, step: 8.0 },
    Tuned { name: "late_base", of: |parameters| &mut parameters.late_base, step: 100.0 },
    Tuned { name: "late_step", of: |parameters| &mut parameters.late_step, step: 60.0 },
    Tuned { name: "reduction_base", of: |parameters| &mut parameters.reduction_base, step: 25.0 },
    Tuned { name: "reduction_step", of: |parameters| &mut parameters.reduction_step, step: 10.0 },
    Tuned { name: "reduction_history", of: |parameters| &mut parameters.reduction_history, step: 150.0 },
    Tuned { name: "pass_base", of: |parameters| &mut parameters.pass_base, step: 50.0 },
    Tuned { name: "pass_step", of: |parameters| &mut parameters.pass_step, step: 10.0 },
];

/// The present values, with the fractions that the small changes need.
type Values = [f64; TUNED.len()];

/// For each parameter, whether the first engine has more or less of it.
type Signs = [f64; TUNED.len()];

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut values: Values = std::array::from_fn(|index| f64::from(*(TUNED[index].of)(&mut Parameters::default())));
    for round in 0..args.rounds {
        let moves = play_round(&args, round, &values)?;
        for (index, (value, change)) in values.iter_mut().zip(moves).enumerate() {
            *value = (*value + args.rate * TUNED[index].step * change).max(1.0);
        }
        if (round + 1).is_multiple_of(10) {
            let now = TUNED.iter().zip(values).map(|(tuned, value)| format!("{} {value:.0}", tuned.name));
            println!("{} pairs: {}", (round + 1) * args.pairs, now.collect::<Vec<_>>().join(", "));
        }
    }
    Ok(())
}

/// For each parameter, how many points more were made with the higher value in this round.
fn play_round(args: &Args, round: u64, values: &Values) -> anyhow::Result<Values> {
    let next = AtomicU64::new(0);
    let work = || -> anyhow::Result<Values> {
        let mut moves = Values::default();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= args.pairs {
                return Ok(moves);
            }
            let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(round * args.pairs + pair);
            let (signs, lead) = play_pair(args, seed, values)?;
            for (change, sign) in moves.iter_mut().zip(signs) {
                // Integers, so that the order of additions does not matter.
                *change += sign * lead;
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_fold(Values::default(), |sum, worker| {
            let moves = worker.join().expect("a worker does not panic")?;
            Ok(std::array::from_fn(|index| sum[index] + moves[index]))
        })
    })
}

/// Two games from one opening with colors swapped: the signs of the first engine's parameters, and its lead in
/// points.
fn play_pair(args: &Args, seed: u64, values: &Values) -> anyhow::Result<(Signs, f64)> {
    let mut rng = SeededRng::new(seed);
    let layouts: Vec<_> = layouts().iter().filter(|layout| layout.seats == 2).collect();
    let setup = format!("abalone layout={}", layouts[rng.below(layouts.len())].name);
    let signs: Signs = std::array::from_fn(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 });
    let engines = [open(&setup, values, &signs, 1.0)?, open(&setup, values, &signs, -1.0)?];
    let opening = opening::balanced_opening(&setup, &engines[0], &[4, 5, 6, 7, 8], &mut rng)?;
    let limits = Limits::nodes(args.nodes);
    let mut lead = 0.0;
    for first in 0..2 {
        let game = game::play(&setup, args.game, &opening, first, |player, turns| {
            Ok(engines[player].think(&Question { start: None, turns, seed }, &limits)?.turn)
        })?;
        lead += game::count_points(&*game, args.game, first) as f64 - 1.0;
    }
    Ok((signs, lead))
}

fn open(setup: &str, values: &Values, signs: &Signs, side: f64) -> anyhow::Result<Engine> {
    let mut parameters = Parameters::default();
    for (index, tuned) in TUNED.iter().enumerate() {
        *(tuned.of)(&mut parameters) = (values[index] + side * signs[index] * tuned.step).max(1.0).round() as i32;
    }
    Ok(with_parameters(Engine::open(setup, Level::STRONGEST)?, parameters))
}
