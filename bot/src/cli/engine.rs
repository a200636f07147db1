//! `engine`, `analyze`, `bench engine`: the computer opponent without Discord.

use std::io::{ErrorKind, stdin, stdout};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use engine::puzzle::{Puzzle, puzzles};
use engine::{Analysis, Engine, Judged, Level, Limits, Question, ServeError, analyze, serve, write_score};
use rules::{Refusal, Seat};
use serde_json::{Value, json};

use crate::cli::out::print;
use crate::cli::{CommandResult, Failure, records};

#[derive(Debug, Args)]
pub(crate) struct EngineCommand {
    /// Setup line: `abalone layout=belgian-daisy sprint=25`.
    #[arg(long)]
    setup: String,
    #[command(flatten)]
    effort: Effort,
    /// Seed for the choices that a level leaves open.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Effort for each turn; full strength when left out.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct Effort {
    /// Strength, from 1 to 10.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Positions to look at.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
}

impl EngineCommand {
    pub(crate) fn run(&self) -> CommandResult {
        let level = self.effort.level.and_then(Level::new).unwrap_or(Level::STRONGEST);
        let limits = match (self.effort.nodes, self.effort.time) {
            (Some(nodes), _) => Limits::nodes(nodes),
            (None, Some(time)) => Limits::time(Duration::from_millis(time)),
            (None, None) => level.limits(),
        };
        let engine = Engine::open(&self.setup, level)?;
        match serve(&engine, &limits, self.seed, stdin().lock(), stdout().lock()) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(ServeError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::OutputClosed),
            Err(error @ ServeError::Line(..)) => Err(Failure::Input(error.to_string())),
            Err(ServeError::Io(error)) => Err(anyhow!(error).context("reading positions or writing moves").into()),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Analyze {
    #[command(flatten)]
    game: records::OneGame,
    /// Positions to look at for each turn.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Every turn, as JSON.
    #[arg(long)]
    json: bool,
}

const MISTAKES: usize = 3;

impl Analyze {
    pub(crate) fn run(&self) -> CommandResult {
        let record = self.game.read()?;
        let seats = record.open()?.seats();
        let analysis = analyze(record.setup(), record.position(), record.moves(), self.nodes)?;
        let names = records::player_names(&record, &seats);
        if self.json {
            print(format_json(&analysis, &names))?;
            return Ok(ExitCode::SUCCESS);
        }
        for (seat, name) in (0..).map(Seat).zip(&names) {
            if let Some(accuracy) = analysis.accuracy(seat) {
                print(format!("{name}: accuracy {accuracy:.0} %"))?;
            }
        }
        let mistakes = analysis.mistakes(MISTAKES);
        if mistakes.is_empty() {
            print("no mistakes")?;
        }
        for (index, judged) in mistakes {
            let name = &names[usize::from(judged.seat.0)];
            print(format!(
                "{}. {name}: {} loses {:.0} % of the chance to win ({} to {}); better: {}",
                index + 1,
                judged.turn,
                judged.loss,
                write_score(judged.before),
                write_score(judged.after),
                judged.better.line.join(" ")
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn format_json(analysis: &Analysis, names: &[String]) -> Value {
    let players: Vec<_> = (0..)
        .map(Seat)
        .zip(names)
        .map(|(seat, name)| json!({ "name": name, "accuracy": analysis.accuracy(seat) }))
        .collect();
    let turn = |turn: &Judged| {
        json!({
            "seat": turn.seat.0, "turn": turn.turn, "before": turn.before, "after": turn.after, "loss": turn.loss,
            "accuracy": turn.accuracy(), "better": turn.better.line,
        })
    };
    json!({ "players": players, "turns": analysis.turns.iter().map(turn).collect::<Vec<_>>() })
}

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Measures the engine: positions a second of processor time, depth, puzzles solved.
    Engine,
}

/// Setups and positions from the middle of games.
const POSITIONS: [(&str, &str); 5] = [
    ("abalone", "2www/1wwww1/2wbww1/2wwbb2/3bwb3/2bbbb2/2bbb2/3w2/5 b 1-1 44"),
    ("abalone layout=belgian-daisy", "w4/www1b1/3bbb1/1wwwbb2/5b3/4w3/1bbwww1/bbbwww/bb3 b 0-0 8 calm=8"),
    ("abalone sprint=25", "w4/www1b1/3bbb1/1wwwbb2/5b3/4w3/1bbwww1/bbbwww/bb3 b 0-0 8 calm=8"),
    ("notalone", "wwww1/2w2w/wwwnw1w/3b1w1w/6nb1/1b1bbw2/2b4/1bbbbb/b1bb1 w 0-0 37 sis=e7:nw,g6:e"),
    ("fliporona", "4b4/9/2bw1b3/9/8b w 60"),
];

impl Bench {
    pub(crate) fn run(&self) -> CommandResult {
        let Self::Engine = self;
        for (setup, position) in POSITIONS {
            let engine = Engine::open(setup, Level::STRONGEST)?;
            let question = Question { start: Some(position), ..Question::default() };
            let start = processor_time();
            let thought = engine.judge(&question, &Limits::nodes(BENCH_NODES))?;
            let speed = thought.nodes as f64 / processor_time().saturating_sub(start).as_secs_f64();
            let (speed, nodes) = (speed / 1e6, BENCH_NODES / 1_000_000);
            print(format!(
                "{setup}: {speed:.2} M nodes/s of processor time, depth {} after {nodes} M nodes",
                thought.depth
            ))?;
        }
        let sample = &puzzles()[..puzzles().len().min(PUZZLES)];
        for nodes in [1_000, 10_000] {
            let solved = count_solved(sample, nodes)?;
            print(format!("{solved} of the first {} puzzles begun right after {nodes} nodes", sample.len()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

const BENCH_NODES: u64 = 2_000_000;

const PUZZLES: usize = 100;

/// The processor time of this thread: other programs do not change the result.
#[cfg(unix)]
fn processor_time() -> Duration {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

fn count_solved(puzzles: &[Puzzle], nodes: u64) -> Result<usize, Refusal> {
    let mut solved = 0;
    for puzzle in puzzles {
        let engine = Engine::open(puzzle.setup, Level::STRONGEST)?;
        let question = Question { start: Some(puzzle.position), ..Question::default() };
        solved += usize::from(engine.judge(&question, &Limits::nodes(nodes))?.turn == puzzle.solution[0]);
    }
    Ok(solved)
}
