//! Plays matches between two engines, in pairs of games from the same opening with colors swapped, and reports which
//! is stronger.
//!
//! ```text
//! cargo run --release -p engine --features tools --example match -- --a "nodes=5000" --b "level=6" --pairs 200
//! cargo run --release -p engine --features tools --example match -- --a "nodes=5000" --b "run=./older nodes=5000" --sprt 0,10
//! ```
//!
//! A player is `level=L`, `nodes=N`, `newcomer=P`, who sees P % of what can be ejected, or `run=PROGRAM` with further
//! words: a program that answers each position line with a move. Openings are balanced positions after some random
//! turns. A drawn game is worth half a point; with `--marbles`, the player with more ejections wins it.

#[path = "common/game.rs"]
mod game;
#[path = "common/newcomer.rs"]
mod newcomer;
#[path = "common/opening.rs"]
mod opening;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, bail};
use clap::Parser;
use engine::{Engine, Level, Limits, Question};
use rules::rng::SeededRng;
use rules::{AnyGame, EndReason};

use game::GameRules;
use newcomer::Newcomer;

#[derive(Debug, Parser)]
struct Args {
    /// The setup line; several are played in turn
    #[arg(long, default_value = "abalone")]
    setup: Vec<String>,
    /// The first player
    #[arg(long)]
    a: String,
    /// The second player
    #[arg(long)]
    b: String,
    /// Pairs of games, at most
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Random turns at the beginning
    #[arg(long, default_value_t = 6)]
    opening: usize,
    #[command(flatten)]
    game: GameRules,
    /// Ends early once it is clear whether A is not stronger than the first, or at least as strong as the second of these figures, in Elo
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_bounds)]
    sprt: Option<[f64; 2]>,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn read_bounds(text: &str) -> Result<[f64; 2], String> {
    let bounds: Result<Vec<f64>, _> = text.split(',').map(str::parse).collect();
    bounds.ok().and_then(|bounds| bounds.try_into().ok()).ok_or_else(|| "two figures, as in 0,10".to_owned())
}

/// The results of A in pairs of games: 0, ½, 1, 1½ or 2 points.
#[derive(Debug, Clone, Default)]
struct Tally {
    pairs: [u64; 5],
    draws: u64,
    repetitions: u64,
    unfinished: u64,
    turns: u64,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads).map(|_| scope.spawn(|| work(&args, &next, &tally))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })?;
    let tally = tally.into_inner().expect("no worker panics");
    println!("{}", tally.report(&args));
    Ok(())
}

fn work(args: &Args, next: &AtomicU64, tally: &Mutex<Tally>) -> anyhow::Result<()> {
    loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if pair >= args.pairs || tally.lock().expect("no worker panics").is_decided(args) {
            return Ok(());
        }
        let setup = &args.setup[pair as usize % args.setup.len()];
        let mut rng = SeededRng::new(args.seed.wrapping_mul(1_000_003).wrapping_add(pair));
        let judge = Engine::open(setup, Level::STRONGEST)?;
        let opening = opening::balanced_opening(setup, &judge, &[args.opening], &mut rng)?;
        let mut games = Vec::new();
        for first in 0..2 {
            let mut players = [Player::open(setup, &args.a)?, Player::open(setup, &args.b)?];
            let answer = |player: usize, turns: &[String]| players[player].answer(turns, pair);
            let game = game::play(setup, args.game, &opening, first, answer)?;
            games.push((game::count_points(&*game, args.game, first), game));
        }
        let mut tally = tally.lock().expect("no worker panics");
        tally.add(&games);
        if tally.count().is_multiple_of(10) {
            eprintln!("{}", tally.report(args));
        }
    }
}

const PLAYERS: &str = "a player is level=, nodes=, newcomer= or run=";

enum Player {
    Here(Engine, Limits),
    Newcomer(Newcomer),
    There(Box<Program>),
}

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn open(setup: &str, description: &str) -> anyhow::Result<Self> {
        let (kind, value) = description.split_once('=').context(PLAYERS)?;
        Ok(match kind {
            "level" => {
                let level = Level::new(value.parse()?).context("levels are 1 to 11")?;
                Self::Here(Engine::open(setup, level)?, level.limits())
            }
            "newcomer" => Self::Newcomer(Newcomer { setup: setup.to_owned(), sees: value.parse()? }),
            "nodes" => Self::Here(Engine::open(setup, Level::STRONGEST)?, Limits::nodes(value.parse()?)),
            "run" => {
                let mut words = value.split_whitespace();
                let mut child = Command::new(words.next().context("run=PROGRAM")?)
                    .args(words)
                    .args(["--setup", setup])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .spawn()?;
                let input = child.stdin.take().context("a pipe")?;
                let output = BufReader::new(child.stdout.take().context("a pipe")?);
                Self::There(Box::new(Program { child, input, output }))
            }
            other => bail!("{other}: {PLAYERS}"),
        })
    }

    fn answer(&mut self, turns: &[String], seed: u64) -> anyhow::Result<String> {
        let seed = seed.wrapping_add(turns.len() as u64);
        match self {
            Self::Here(engine, limits) => Ok(engine.think(&Question { start: None, turns, seed }, limits)?.turn),
            Self::Newcomer(newcomer) => newcomer.answer(turns, seed),
            Self::There(program) => {
                writeln!(program.input, "start moves {}", turns.join(" "))?;
                let mut line = String::new();
                program.output.read_line(&mut line)?;
                Ok(line.trim().to_owned())
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Tally {
    fn add(&mut self, games: &[(usize, Box<dyn AnyGame>)]) {
        self.pairs[games.iter().map(|(points, _)| points).sum::<usize>()] += 1;
        for (points, game) in games {
            let is_repetition = game.outcome().is_some_and(|outcome| outcome.reason == EndReason::Repetition);
            self.draws += u64::from(*points == 1);
            self.repetitions += u64::from(is_repetition);
            self.unfinished += u64::from(game.outcome().is_none());
            self.turns += u64::from(game.ply());
        }
    }

    fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The mean of a pair's points from 0 to 1, and its variance.
    fn mean(&self) -> (f64, f64) {
        let count = self.count() as f64;
        let points = |half: usize| half as f64 / 4.0;
        let mean = (0..5).map(|half| points(half) * self.pairs[half] as f64).sum::<f64>() / count;
        let variance = (0..5).map(|half| (points(half) - mean).powi(2) * self.pairs[half] as f64).sum::<f64>() / count;
        (mean, variance)
    }

    /// The log of the ratio of likelihoods of the second and the first figure, by the mean and variance of the pairs
    /// (generalized SPRT).
    fn log_likelihood_ratio(&self, elo: [f64; 2]) -> f64 {
        let (mean, variance) = self.mean();
        if self.count() < 10 {
            return 0.0;
        }
        // Keeps some uncertainty if all pairs end alike.
        let variance = variance.max(1.0 / self.count() as f64);
        let [low, high] = elo.map(expected);
        self.count() as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// Both error rates are 5 %.
    fn is_decided(&self, args: &Args) -> bool {
        let bound = (0.95_f64 / 0.05).ln();
        args.sprt.is_some_and(|elo| self.log_likelihood_ratio(elo).abs() >= bound)
    }

    fn report(&self, args: &Args) -> String {
        let (mean, variance) = self.mean();
        let error = 1.96 * (variance / self.count() as f64).sqrt();
        let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
        let games = self.count() * 2;
        let sprt = args.sprt.map_or_else(String::new, |elo| {
            format!(", llr {:.2} of ±2.94 for {},{}", self.log_likelihood_ratio(elo), elo[0], elo[1])
        });
        format!(
            "{} pairs {:?}: A {:.1} %, {:+.0} Elo ({:+.0} to {:+.0}), draws {:.0} %, by repetition {:.0} %, unfinished {:.0} %, {} turns a game{sprt}",
            self.count(),
            self.pairs,
            100.0 * mean,
            elo(mean),
            elo(mean - error),
            elo(mean + error),
            100.0 * self.draws as f64 / games as f64,
            100.0 * self.repetitions as f64 / games as f64,
            100.0 * self.unfinished as f64 / games as f64,
            self.turns / games.max(1)
        )
    }
}

/// The expected score of a player who is stronger by `elo`.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}
