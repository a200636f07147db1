//! `cargo bench -p tests --bench figures -- timers`, and so on: benchmarks that need a whole bot with a large
//! database, or pictures of all kinds. docs/performance.md and docs/scale.md have the results.

mod load;
mod pictures;
mod timers;

use std::sync::Arc;
use std::time::Duration;

use anyhow::ensure;
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use games::domain::{Limits, Pace, TimeControl, VacationAllowance};
use games::store::{DatabaseUrl, Store};
use games::{Rates, Settings};
use rules::rng::SeededRng;
use tempfile::TempDir;

#[derive(Parser)]
#[command(name = "figures")]
struct Figures {
    #[command(subcommand)]
    figure: Option<Figure>,
    /// Added by cargo.
    #[arg(long, global = true, hide = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum Figure {
    /// Alarms, catching up after an outage, and durable moves.
    Timers(timers::Timers),
    /// Pictures: milliseconds and bytes per megapixel; memory; a replay.
    Pictures,
    /// How many moves are answered in time where more come than can be served.
    Load(load::Load),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Figures::parse().figure {
        // `cargo bench` alone runs nothing that takes minutes.
        None => Ok(Figures::command().print_help()?),
        Some(Figure::Timers(timers)) => timers.run().await,
        Some(Figure::Pictures) => pictures::run(),
        Some(Figure::Load(load)) => load.run().await,
    }
}

/// The place to measure.
#[derive(Debug, Args)]
struct Place {
    /// A database without games, which is kept. When left out: a file in this folder that is removed in the end.
    #[arg(long)]
    database: Option<String>,
}

impl Place {
    /// The database's address, and the folder that is removed with it.
    fn find(&self) -> anyhow::Result<(String, Option<TempDir>)> {
        if let Some(address) = &self.database {
            return Ok((address.clone(), None));
        }
        // Files in /tmp may never reach a disk.
        let folder = tempfile::tempdir_in(".")?;
        Ok((format!("sqlite://{}", folder.path().join("bench.db").display()), Some(folder)))
    }
}

/// A database with tables and no games.
async fn create_tables(url: &DatabaseUrl) -> anyhow::Result<Arc<Store>> {
    let store = url.open().await?;
    ensure!(store.games_after(None, 1).await?.is_empty(), "there are games in {url}: name an empty database");
    Ok(store)
}

/// Settings without limits, with reminders this many hours before the deadline.
fn settings(reminder_hours: Vec<u32>) -> Settings {
    Settings {
        challenge_expires_hours: 48,
        seek_expires_days: 7,
        reminder_hours,
        default_time_control: TimeControl::of(Pace::Days(3)),
        max_open: u32::MAX,
        hints: true,
        vacation: VacationAllowance::default(),
        limits: Limits::default(),
        public_url: None,
        has_activity: false,
        reminded_days: 10_000,
        corrections_per_second: 11,
        rates: Rates::UNLIMITED,
    }
}

/// The given percentile.
fn percentile(times: &mut [Duration], of_a_hundred: usize) -> Duration {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) * of_a_hundred / 100).copied().unwrap_or_default()
}

/// A game that has been played for a while.
fn some_moves(plies: usize) -> anyhow::Result<Vec<String>> {
    let mut table = rules::open("abalone")?;
    let mut chance = SeededRng::new(1);
    (0..plies)
        .map(|_| {
            let legal = table.legal_moves();
            ensure!(!legal.is_empty(), "the game is over");
            Ok(table.play(&legal[chance.below(legal.len())])?)
        })
        .collect()
}
