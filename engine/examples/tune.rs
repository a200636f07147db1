//! Makes the weights of the evaluation: positions of the engine's own games, then a logistic regression of their results.
//!
//! ```text
//! cargo run --release -p engine --example tune -- generate --games 4000 --nodes 2000 --seed 1 >positions.csv
//! cargo run --release -p engine --example tune -- fit positions.csv
//! ```
//!
//! A line is the result for Black (0 to 1), the score of the search for Black, and the differences of all that is counted.
//! The fit gives what to write into `weights.txt`.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context as _;
use clap::Parser;
use engine::tuning::{NAMES, count_differences, is_quiet, weights};
use engine::{Engine, FORCED, Level, Limits, Question};
use rules::games::abalone::Abalone;
use rules::rng::SeededRng;
use rules::{Color, Ruleset as _, Seat};

#[derive(Debug, Parser)]
enum Args {
    /// Writes positions of games that the engine plays against itself
    Generate {
        #[arg(long, default_value_t = 1000)]
        games: u64,
        /// Positions that are looked at for a turn
        #[arg(long, default_value_t = 2000)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 2)]
        threads: usize,
    },
    /// Reads such positions and prints the weights that explain the results best
    Fit {
        file: std::path::PathBuf,
        /// How much of the target is the result; the rest is the score of the search
        #[arg(long, default_value_t = 0.6)]
        results: f64,
        #[arg(long, default_value_t = 400)]
        rounds: usize,
    },
}

/// Games of all layouts that people play teach more than one.
const LAYOUTS: [&str; 6] = ["standard", "belgian-daisy", "german-daisy", "swiss-daisy", "dutch-daisy", "belgian-daisy"];

fn main() -> anyhow::Result<()> {
    match Args::parse() {
        Args::Generate { games, nodes, seed, threads } => generate(games, nodes, seed, threads),
        Args::Fit { file, results, rounds } => fit(&std::fs::read_to_string(file)?, results, rounds),
    }
}

fn generate(games: u64, nodes: u64, seed: u64, threads: usize) -> anyhow::Result<()> {
    let next = AtomicU64::new(0);
    let output = Mutex::new(BufWriter::new(std::io::stdout()));
    std::thread::scope(|scope| {
        let work = || -> anyhow::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return Ok(());
                }
                let lines = play(number, nodes, seed)?;
                output.lock().expect("no worker panics").write_all(lines.as_bytes())?;
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
}

/// One game from a random opening, as lines.
fn play(number: u64, nodes: u64, seed: u64) -> anyhow::Result<String> {
    let mut rng = SeededRng::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
    let setup = format!("abalone layout={}", LAYOUTS[number as usize % LAYOUTS.len()]);
    let rules: Abalone = setup.parse()?;
    let engine = Engine::open(&setup, Level::STRONGEST)?;
    let mut game = rules::open(&setup)?;
    let mut turns = Vec::new();
    for _ in 0..4 + rng.below(8) {
        let choices = game.legal_moves();
        turns.push(game.play(&choices[rng.below(choices.len())])?);
    }
    let mut known = Vec::new();
    while let (Some(seat), true) = (game.to_move(), turns.len() < 250) {
        let position = rules.read_position(&game.full_position())?;
        let thought = engine.think(&Question { start: None, turns: &turns, seed: 0 }, &Limits::nodes(nodes))?;
        if thought.score.abs() < FORCED && is_quiet(&rules, &position) {
            let score = if seat == Seat(0) { thought.score } else { -thought.score };
            known.push((score, count_differences(&rules, &position)));
        }
        turns.push(game.play(&thought.turn)?);
    }
    let end = rules.read_position(&game.full_position())?;
    let ahead = i32::from(end.won(Color::Black)) - i32::from(end.won(Color::White));
    let result = match game.outcome().and_then(|outcome| outcome.winner) {
        Some(team) => f64::from(u8::from(team.0 == 0)),
        // Who is ahead in a game that nobody wins has shown something.
        None => f64::from(2 + ahead.signum()) / 4.0,
    };
    let mut lines = String::new();
    for (score, counts) in known {
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        writeln!(lines, "{result},{score},{}", counts.join(","))?;
    }
    Ok(lines)
}

struct Sample {
    result: f64,
    score: f64,
    counts: [f64; NAMES.len()],
}

fn fit(text: &str, results: f64, rounds: usize) -> anyhow::Result<()> {
    let samples = text.lines().map(read_sample).collect::<anyhow::Result<Vec<_>>>()?;
    let mut weights = weights().map(f64::from);
    let scale = best_scale(&samples, &weights);
    println!("# {} positions; the chance to win is 1 / (1 + exp(-score / scale))", samples.len());
    println!("# error before {:.6}", error(&samples, &weights, scale, results));
    // Adam: a step for each weight that fits its own slope.
    let (mut mean, mut square) = ([0.0; NAMES.len()], [0.0; NAMES.len()]);
    for round in 1..=rounds {
        let slope = slope(&samples, &weights, scale, results);
        for index in 0..NAMES.len() {
            mean[index] = 0.9 * mean[index] + 0.1 * slope[index];
            square[index] = 0.999 * square[index] + 0.001 * slope[index] * slope[index];
            let step = mean[index] / (1.0 - 0.9_f64.powi(round as i32));
            let size = (square[index] / (1.0 - 0.999_f64.powi(round as i32))).sqrt() + 1e-12;
            weights[index] -= step / size;
        }
    }
    println!("# error after {:.6}", error(&samples, &weights, scale, results));
    println!("scale {:.0}", 1.0 / scale);
    for (name, weight) in NAMES.iter().zip(weights) {
        println!("{name} {weight:.0}");
    }
    Ok(())
}

fn read_sample(line: &str) -> anyhow::Result<Sample> {
    let mut words = line.split(',').map(str::parse::<f64>);
    let mut next = || words.next().context("a line is too short")?.context("no number");
    Ok(Sample {
        result: next()?,
        score: next()?,
        counts: {
            let mut counts = [0.0; NAMES.len()];
            for count in &mut counts {
                *count = next()?;
            }
            counts
        },
    })
}

fn value(weights: &[f64; NAMES.len()], sample: &Sample) -> f64 {
    weights.iter().zip(&sample.counts).map(|(weight, count)| weight * count).sum()
}

fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score * scale).exp())
}

fn target(sample: &Sample, scale: f64, results: f64) -> f64 {
    results * sample.result + (1.0 - results) * chance(sample.score, scale)
}

fn error(samples: &[Sample], weights: &[f64; NAMES.len()], scale: f64, results: f64) -> f64 {
    let square = |sample: &Sample| (chance(value(weights, sample), scale) - target(sample, scale, results)).powi(2);
    samples.iter().map(square).sum::<f64>() / samples.len() as f64
}

fn slope(samples: &[Sample], weights: &[f64; NAMES.len()], scale: f64, results: f64) -> [f64; NAMES.len()] {
    let mut slope = [0.0; NAMES.len()];
    for sample in samples {
        let chance = chance(value(weights, sample), scale);
        let pull = (chance - target(sample, scale, results)) * chance * (1.0 - chance) * scale;
        for (slope, count) in slope.iter_mut().zip(&sample.counts) {
            *slope += pull * count;
        }
    }
    slope
}

/// The scale at which the scores of the search explain the results best.
fn best_scale(samples: &[Sample], weights: &[f64; NAMES.len()]) -> f64 {
    let candidates = (1..80).map(|step| f64::from(step) * 0.0005);
    let badness = |scale: f64| -> f64 {
        samples.iter().map(|sample| (chance(value(weights, sample), scale) - sample.result).powi(2)).sum()
    };
    candidates.min_by(|one, other| badness(*one).total_cmp(&badness(*other))).expect("there are candidates")
}
