//! Makes what the engine judges positions by: the net and the weights. Both learn from positions of the engine's own games.
//!
//! ```text
//! cargo run --release -p engine --example train -- all positions.csv
//! cargo run --release -p engine --example train -- generate --games 20000 --seed 1 >positions.csv
//! cargo run --release -p engine --example train -- net positions.csv more.csv
//! cargo run --release -p engine --example train -- weights positions.csv
//! ```
//!
//! A position is a line: the result for Black (0 to 1), the score of the search for Black, and the position line.

mod generate;
mod net;
mod weights;

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;
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
    },
    /// Prints positions of games that the engine plays against itself
    Generate(generate::SelfPlay),
    /// Makes the net from such positions
    Net {
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        training: net::Training,
    },
    /// Prints the weights that explain such positions best
    Weights {
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How much of the target is the result; the rest is the score of the search
        #[arg(long, default_value_t = 0.6)]
        results: f64,
        #[arg(long, default_value_t = 400)]
        rounds: usize,
    },
}

fn main() -> anyhow::Result<()> {
    match Args::parse() {
        Args::All { file, games, training } => {
            generate::generate(&games, File::create(&file)?)?;
            net::train(&training, &[file])
        }
        Args::Generate(games) => generate::generate(&games, std::io::stdout()),
        Args::Net { files, training } => net::train(&training, &files),
        Args::Weights { files, results, rounds } => weights::fit(&files, results, rounds),
    }
}

/// A position of a game.
struct Sample {
    /// For Black, from 0 to 1.
    result: f32,
    /// For Black, in hundredths of a marble.
    score: f32,
    position: Position,
}

fn read_samples(rules: &Abalone, files: &[PathBuf], mut take: impl FnMut(Sample)) -> anyhow::Result<()> {
    for file in files {
        for line in BufReader::new(File::open(file)?).lines() {
            let line = line?;
            let mut words = line.splitn(3, ',');
            let mut next = || words.next().context("a line is too short");
            let (result, score) = (next()?.parse()?, next()?.parse()?);
            take(Sample { result, score, position: rules.read_position(next()?)? });
        }
    }
    Ok(())
}
