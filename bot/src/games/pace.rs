//! How fast a game is played.

use std::fmt;
use std::str::FromStr;

use crate::store::Timestamp;

/// One day in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Most days a move may take.
pub const MAX_DAYS: u32 = 30;

/// Time per move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// `days:3`: so many days for each move, 1 to [`MAX_DAYS`].
    Days(u32),
    /// `none`: no deadline.
    Unlimited,
}

impl Pace {
    /// When a turn that begins now is lost.
    pub const fn deadline(self, turn_at: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Days(days) => Some(turn_at.plus(days as i64 * DAY_MS)),
            Self::Unlimited => None,
        }
    }
}

/// A text that is no pace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no pace: write `days:1` to `days:30`, or `none`")]
pub struct ParsePaceError(String);

impl FromStr for Pace {
    type Err = ParsePaceError;

    fn from_str(text: &str) -> Result<Self, ParsePaceError> {
        let text = text.trim();
        if text == "none" {
            return Ok(Self::Unlimited);
        }
        let days = text.strip_prefix("days:").and_then(|days| days.parse().ok());
        match days {
            Some(days @ 1..=MAX_DAYS) => Ok(Self::Days(days)),
            _ => Err(ParsePaceError(text.chars().take(40).collect())),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Days(days) => write!(f, "days:{days}"),
            Self::Unlimited => f.write_str("none"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pace_reads_back_as_itself() {
        for days in 1..=MAX_DAYS {
            let pace = Pace::Days(days);
            assert_eq!(pace.to_string().parse(), Ok(pace));
        }
        assert_eq!("none".parse(), Ok(Pace::Unlimited));
    }

    #[test]
    fn what_is_no_pace_is_refused_with_what_is_one() {
        for text in ["", "days", "days:", "days:0", "days:31", "days:-1", "days:3.5", "fischer:7d", "3", "NONE"] {
            let error = text.parse::<Pace>().expect_err(text).to_string();
            assert!(error.contains("days:30") && error.contains("none"), "{error}");
        }
    }
}
