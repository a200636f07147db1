//! The pace of a game with what stops its clocks, as chosen in the challenge: `days:3 weekends=pause vacation=off`.

use std::fmt;
use std::str::FromStr;

use crate::domain::clock::calendar::Weekends;
use crate::domain::time_control::pace::{Pace, ParsePaceError};

/// Does a vacation stop the clock?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Vacation {
    /// Yes, and one begins by itself before a loss on time.
    #[default]
    Automatic,
    /// One that was asked for.
    Asked,
    /// No.
    Off,
}

/// Do sleeping hours stop the clock?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sleeping {
    /// Yes.
    #[default]
    Pause,
    /// No.
    Run,
}

/// How fast a game is played, and what stops its clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tempo {
    /// How much time the players have.
    pub pace: Pace,
    /// Saturdays and Sundays.
    pub weekends: Weekends,
    /// Vacations.
    pub vacation: Vacation,
    /// Sleeping hours.
    pub sleeping: Sleeping,
}

impl Tempo {
    /// Nothing was said about what stops the clocks. In a live game nothing does.
    pub fn of(pace: Pace) -> Self {
        if pace.is_live() {
            return Self { pace, weekends: Weekends::Run, vacation: Vacation::Off, sleeping: Sleeping::Run };
        }
        Self { pace, weekends: Weekends::default(), vacation: Vacation::default(), sleeping: Sleeping::default() }
    }

    /// Another pace at which the same stops the clocks. Nothing can be taken over to a live game, or from one.
    #[must_use]
    pub fn at(self, pace: Pace) -> Self {
        if pace.is_live() || self.pace.is_live() { Self::of(pace) } else { Self { pace, ..self } }
    }
}

/// A text that is no pace with what stops its clocks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseTempoError {
    /// The pace.
    #[error(transparent)]
    Pace(#[from] ParsePaceError),
    /// A word behind it.
    #[error(
        "`{0}` says nothing about a clock: write `weekends=pause`, `vacation=asked`, `vacation=off` or `sleep=off`"
    )]
    Word(String),
    /// Nothing stops the clocks of a live game.
    #[error("the clocks of a live game always run: leave `{0}` out")]
    Live(String),
}

impl FromStr for Tempo {
    type Err = ParseTempoError;

    fn from_str(text: &str) -> Result<Self, ParseTempoError> {
        let mut words = text.split_whitespace();
        let pace: Pace = words.next().unwrap_or_default().parse()?;
        let mut tempo = Self::of(pace);
        for word in words {
            let short = || word.chars().take(40).collect::<String>();
            if pace.is_live() {
                return Err(ParseTempoError::Live(short()));
            }
            match word {
                "weekends=pause" => tempo.weekends = Weekends::Pause,
                "vacation=asked" => tempo.vacation = Vacation::Asked,
                "vacation=off" => tempo.vacation = Vacation::Off,
                "sleep=off" => tempo.sleeping = Sleeping::Run,
                _ => return Err(ParseTempoError::Word(short())),
            }
        }
        Ok(tempo)
    }
}

impl fmt::Display for Tempo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pace)?;
        if self.pace.is_live() {
            return Ok(());
        }
        if self.weekends == Weekends::Pause {
            f.write_str(" weekends=pause")?;
        }
        match self.vacation {
            Vacation::Automatic => {}
            Vacation::Asked => f.write_str(" vacation=asked")?,
            Vacation::Off => f.write_str(" vacation=off")?,
        }
        if self.sleeping == Sleeping::Run {
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
            assert_eq!(text.parse::<Tempo>().map(|tempo| tempo.to_string()).as_deref(), Ok(text));
        }
        let usual: Tempo = "days:3".parse().expect("a pace");
        assert_eq!(
            (usual.vacation, usual.weekends, usual.sleeping),
            (Vacation::Automatic, Weekends::Run, Sleeping::Pause)
        );
        let live: Tempo = "total:3h".parse().expect("a pace");
        assert_eq!((live.vacation, live.weekends, live.sleeping), (Vacation::Off, Weekends::Run, Sleeping::Run));
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
            let usual: Tempo = usual.parse().expect("a pace");
            assert_eq!(usual.at(pace.parse().expect("a pace")).to_string(), whole);
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, named) in [
            ("", "``"),
            ("weekends=pause", "`weekends=pause` is no pace"),
            ("days:3 weekends=run", "`weekends=run` says nothing"),
            ("total:15m weekends=pause", "always run: leave `weekends=pause` out"),
        ] {
            let error = text.parse::<Tempo>().expect_err(text).to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}
