//! A pace and the pauses of its clocks, as chosen in the challenge: `days:3 weekends=pause vacation=off`.

use std::fmt;
use std::str::FromStr;

use crate::domain::clock::calendar::Weekends;
use crate::domain::time_control::pace::{Pace, ParsePaceError};

/// The vacations that stop the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VacationPolicy {
    /// All of them, and one begins automatically before a loss on time.
    #[default]
    Automatic,
    /// Requested ones.
    OnRequest,
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SleepPolicy {
    #[default]
    Pause,
    Run,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    pub pace: Pace,
    pub weekends: Weekends,
    pub vacation: VacationPolicy,
    pub sleeping: SleepPolicy,
}

impl TimeControl {
    /// The default pauses; the clocks of a live game have none.
    pub fn of(pace: Pace) -> Self {
        if pace.is_live() {
            return Self { pace, weekends: Weekends::Run, vacation: VacationPolicy::Off, sleeping: SleepPolicy::Run };
        }
        Self {
            pace,
            weekends: Weekends::default(),
            vacation: VacationPolicy::default(),
            sleeping: SleepPolicy::default(),
        }
    }

    /// The same pauses at another pace. Live games share no pauses with other games.
    #[must_use]
    pub fn at(self, pace: Pace) -> Self {
        if pace.is_live() || self.pace.is_live() { Self::of(pace) } else { Self { pace, ..self } }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeControlError {
    #[error(transparent)]
    Pace(#[from] ParsePaceError),
    #[error(
        "`{0}` says nothing about a clock: write `weekends=pause`, `vacation=asked`, `vacation=off` or `sleep=off`"
    )]
    Word(String),
    #[error("the clocks of a live game always run: leave `{0}` out")]
    Live(String),
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        let mut words = text.split_whitespace();
        let pace: Pace = words.next().unwrap_or_default().parse()?;
        let mut time_control = Self::of(pace);
        for word in words {
            let short = || word.chars().take(40).collect::<String>();
            if pace.is_live() {
                return Err(ParseTimeControlError::Live(short()));
            }
            match word {
                "weekends=pause" => time_control.weekends = Weekends::Pause,
                "vacation=asked" => time_control.vacation = VacationPolicy::OnRequest,
                "vacation=off" => time_control.vacation = VacationPolicy::Off,
                "sleep=off" => time_control.sleeping = SleepPolicy::Run,
                _ => return Err(ParseTimeControlError::Word(short())),
            }
        }
        Ok(time_control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pace)?;
        if self.pace.is_live() {
            return Ok(());
        }
        if self.weekends == Weekends::Pause {
            f.write_str(" weekends=pause")?;
        }
        match self.vacation {
            VacationPolicy::Automatic => {}
            VacationPolicy::OnRequest => f.write_str(" vacation=asked")?,
            VacationPolicy::Off => f.write_str(" vacation=off")?,
        }
        if self.sleeping == SleepPolicy::Run {
            f.write_str(" sleep=off")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn what_stops_the_clocks_stands_behind_the_pace() {
        for text in [
            "days:3",
            "days:3 weekends=pause",
            "fischer:7d+1d/14d weekends=pause vacation=asked",
            "total:30d vacation=off sleep=off",
            "total:15m",
            "none",
        ] {
            assert_eq!(text.parse::<TimeControl>().map(|time_control| time_control.to_string()).as_deref(), Ok(text));
        }
        let usual: TimeControl = "days:3".parse().expect("a pace");
        assert_eq!(
            (usual.vacation, usual.weekends, usual.sleeping),
            (VacationPolicy::Automatic, Weekends::Run, SleepPolicy::Pause)
        );
        let live: TimeControl = "total:3h".parse().expect("a pace");
        assert_eq!(
            (live.vacation, live.weekends, live.sleeping),
            (VacationPolicy::Off, Weekends::Run, SleepPolicy::Run)
        );
    }

    #[test]
    fn what_stops_the_clocks_is_taken_over_to_another_pace_but_not_to_a_live_one_nor_from_it() {
        for (usual, pace, whole) in [
            (
                "days:3 weekends=pause vacation=asked",
                "fischer:7d+1d/14d",
                "fischer:7d+1d/14d weekends=pause vacation=asked",
            ),
            ("days:3 weekends=pause", "total:15m", "total:15m"),
            ("total:15m", "days:3", "days:3"),
            ("days:3", "days:5", "days:5"),
        ] {
            let usual: TimeControl = usual.parse().expect("a pace");
            assert_eq!(usual.at(pace.parse().expect("a pace")).to_string(), whole);
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, named) in [
            ("", "``"),
            ("weekends=pause", "`weekends=pause` is not a pace"),
            ("days:3 weekends=run", "`weekends=run` says nothing"),
            ("total:15m weekends=pause", "always run: leave `weekends=pause` out"),
        ] {
            let error = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}
