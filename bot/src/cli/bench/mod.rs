//! `sumito bench`: what the program costs, measured by itself.

pub mod ladder;
pub mod load;
pub mod pgbench;
pub mod ratings;
pub mod render;
pub mod timers;

use std::time::Duration;

use clap::Subcommand;

use crate::cli::Outcome;
use crate::domain::{Limits, Pace, TimeControl, VacationAllowance};
use crate::games::{Rates, Settings};

/// `sumito bench`
#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Measures alarms, catching up after an outage, and durable moves, on a database that is made for it.
    Timers(timers::Timers),
    /// Measures pictures: milliseconds and bytes per megapixel, against drawing the same shapes plainly; memory; a replay.
    Render(render::Render),
    /// Measures how many moves are answered in time where more come than can be served, on a database that is made for it.
    Load(load::Load),
    /// Measures commands about a large ladder with years of changes, and its picture, on a database that is made for it.
    Ladder(ladder::LadderBench),
    /// Measures ratings computed from a log, what a large club asks for, and its pictures, on a database that is made for it.
    Ratings(ratings::Ratings),
}

impl Bench {
    pub(crate) fn run(&self) -> Outcome {
        match self {
            Self::Timers(timers) => timers.run(),
            Self::Render(render) => render.run(),
            Self::Load(load) => load.run(),
            Self::Ladder(ladder) => ladder.run(),
            Self::Ratings(ratings) => ratings.run(),
        }
    }
}

/// Settings that limit nobody, with reminders so many hours before the deadline.
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
        reminded_days: 10_000,
        corrections_per_second: 11,
        rates: Rates::UNLIMITED,
    }
}

/// The time that so many of a hundred stay below.
fn percentile(times: &mut [Duration], of_a_hundred: usize) -> Duration {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) * of_a_hundred / 100).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_median_is_in_the_middle_and_the_worst_at_the_end() {
        let mut times: Vec<_> = [5, 1, 4, 2, 3].map(Duration::from_secs).to_vec();
        assert_eq!([0, 50, 100].map(|share| percentile(&mut times, share).as_secs()), [1, 3, 5]);
        assert_eq!(percentile(&mut [], 50), Duration::ZERO);
    }
}
