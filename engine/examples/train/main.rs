//! Trains the evaluation, the net and the weights, on positions of the engine's own games.
//!
//! ```text
//! cargo run --release -p engine --features tools --example train -- all positions.csv
//! cargo run --release -p engine --features tools --example train -- generate --games 20000 --seed 1 >positions.csv
//! cargo run --release -p engine --features tools --example train -- net positions.csv more.csv
//! cargo run --release -p engine --features tools --example train -- weights positions.csv
//! ```
//!
//! A position is a line: the number of its game, the result for Black (0 to 1), the score of the search for Black, and the position line.

mod adam;
mod generate;
mod net;
mod weights;

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Parser;
use engine::tuning::SCALE;
use rules::Ruleset as _;
use rules::games::abalone::{Abalone, Position};

#[derive(Debug, Parser)]
enum Args {
    /// Writes positions to a file, and makes the net from them
    All {
        file: PathBuf,
        #[command(flatten)]
        games: generate::SelfPlay,
        #[command(flatten)]
        training: net::Training,
        #[command(flatten)]
        threads: Threads,
    },
    /// Prints positions of games that the engine plays against itself
    Generate {
        #[command(flatten)]
        games: generate::SelfPlay,
        #[command(flatten)]
        threads: Threads,
    },
    /// Makes the net from such positions
    Net {
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        training: net::Training,
        #[command(flatten)]
        threads: Threads,
    },
    /// Prints the weights that explain such positions best
    Weights {
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How much of the target is the result; the rest is the score of the search
        #[arg(long, default_value_t = 0.6)]
        results: f32,
        #[arg(long, default_value_t = 400)]
        rounds: usize,
    },
}

#[derive(Debug, Clone, Copy, clap::Args)]
struct Threads {
    #[arg(long = "threads", value_name = "THREADS", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    number: u16,
}

fn main() -> anyhow::Result<()> {
    match Args::parse() {
        Args::All { file, games, training, threads } => {
            generate::generate(&games, threads, File::create(&file)?)?;
            net::train(&training, threads, &[file])
        }
        Args::Generate { games, threads } => generate::generate(&games, threads, std::io::stdout()),
        Args::Net { files, training, threads } => net::train(&training, threads, &files),
        Args::Weights { files, results, rounds } => weights::fit(&files, results, rounds),
    }
}

struct Sample {
    /// The number of the game in its file.
    game: u64,
    /// For Black, from 0 to 1.
    result: f32,
    /// For Black, in hundredths of a marble.
    score: f32,
    position: Position,
}

impl Sample {
    fn read(rules: &Abalone, line: &str) -> anyhow::Result<Self> {
        let mut words = line.splitn(4, ',');
        let mut next = || words.next().context("the line is too short");
        let (game, result, score) = (next()?.parse()?, next()?.parse()?, next()?.parse()?);
        Ok(Self { game, result, score, position: rules.read_position(next()?)? })
    }

    /// Black's winning chance: the share `results` of it is the result, the rest follows from the score.
    fn target(&self, results: f32) -> f32 {
        results * self.result + (1.0 - results) * chance_to_win(self.score / SCALE as f32)
    }
}

fn chance_to_win(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

fn read_samples(rules: &Abalone, files: &[PathBuf], mut take: impl FnMut(Sample)) -> anyhow::Result<()> {
    for file in files {
        read_file(rules, file, &mut take).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

fn read_file(rules: &Abalone, file: &Path, take: &mut impl FnMut(Sample)) -> anyhow::Result<()> {
    for (number, line) in (1..).zip(BufReader::new(File::open(file)?).lines()) {
        take(Sample::read(rules, &line?).with_context(|| format!("line {number}"))?);
    }
    Ok(())
}
