//! The pace of a game.

use std::fmt;
use std::str::FromStr;

pub const MINUTE_MS: i64 = 60 * 1000;

pub const HOUR_MS: i64 = 60 * MINUTE_MS;

pub const DAY_MS: i64 = 24 * HOUR_MS;

/// Longest time for a move.
pub const MAX_DAYS: u32 = 30;

const LONGEST_MS: i64 = 90 * DAY_MS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// `days:3`: days for each move, 1 to [`MAX_DAYS`].
    Days(u32),
    /// `fischer:7d+1d/14d`: start, increment per move, and cap of a clock, all in milliseconds.
    Fischer { start: i64, increment: i64, cap: i64 },
    /// `total:15m`: milliseconds for the whole game.
    Total(i64),
    /// `none`: no deadline.
    Unlimited,
}

impl Pace {
    /// Each player's clock at the start, in milliseconds; `None` if no clock runs down.
    pub const fn clock(self) -> Option<i64> {
        match self {
            Self::Fischer { start, .. } => Some(start),
            Self::Total(total) => Some(total),
            Self::Days(_) | Self::Unlimited => None,
        }
    }

    /// Whether the whole game is played in one sitting.
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Total(total) if total <= 3 * HOUR_MS)
    }

    /// Time for a turn that begins with this clock, in milliseconds; `None` without a deadline.
    pub fn time(self, clock: Option<i64>) -> Option<i64> {
        match self {
            Self::Days(days) => Some(i64::from(days) * DAY_MS),
            Self::Fischer { .. } | Self::Total(_) => clock.or(self.clock()),
            Self::Unlimited => None,
        }
    }

    /// The clock after a turn that took `spent`. A turn played after its deadline leaves only the increment.
    pub fn after_turn(self, clock: Option<i64>, spent: i64) -> Option<i64> {
        let left = (clock.or(self.clock())? - spent.max(0)).max(0);
        match self {
            Self::Fischer { increment, cap, .. } => Some((left + increment).min(cap)),
            _ => Some(left),
        }
    }
}

impl Pace {
    /// Time for a turn that is played again, if each turn has its own time: without the time its move took, but at
    /// least a day.
    pub fn replayed_turn_time(self, spent: i64) -> Option<i64> {
        match self {
            Self::Days(_) => self.time(None).map(|whole| (whole - spent).max(DAY_MS)),
            _ => None,
        }
    }

    /// The clock after taking back `moves` and using `spent` more time. Their increments are subtracted, but an hour
    /// remains, or the whole clock if it shows less.
    pub fn clock_after_takeback(self, clock: i64, moves: usize, spent: i64) -> i64 {
        let increments = match self {
            Self::Fischer { increment, .. } => increment.saturating_mul(i64::try_from(moves).unwrap_or(i64::MAX)),
            _ => 0,
        };
        clock.saturating_sub(increments).saturating_sub(spent).max(clock.min(HOUR_MS))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a pace: write `days:1` to `days:30`, `fischer:7d+1d/14d`, `total:15m`, or `none`")]
pub struct ParsePaceError(String);

/// `7d`, `12h`, `15m` in milliseconds.
fn span(text: &str) -> Option<i64> {
    let unit = match text.bytes().last()? {
        b'd' => DAY_MS,
        b'h' => HOUR_MS,
        b'm' => MINUTE_MS,
        _ => return None,
    };
    let number = &text[..text.len() - 1];
    let plain = (1..=5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let span = number.parse::<i64>().ok().filter(|_| plain)? * unit;
    (span <= LONGEST_MS).then_some(span)
}

/// Uses the largest unit that fits.
fn write_span(span: i64) -> String {
    for (unit, letter) in [(DAY_MS, 'd'), (HOUR_MS, 'h')] {
        if span % unit == 0 && span > 0 {
            return format!("{}{letter}", span / unit);
        }
    }
    format!("{}m", span / MINUTE_MS)
}

impl FromStr for Pace {
    type Err = ParsePaceError;

    fn from_str(text: &str) -> Result<Self, ParsePaceError> {
        let text = text.trim();
        let read = || -> Option<Self> {
            if text == "none" {
                return Some(Self::Unlimited);
            }
            match text.split_once(':')? {
                ("days", days) => days.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days)).map(Self::Days),
                ("total", total) => span(total).filter(|total| *total > 0).map(Self::Total),
                ("fischer", clock) => {
                    let (start, rest) = clock.split_once('+')?;
                    let (increment, cap) = rest.split_once('/')?;
                    let (start, increment, cap) = (span(start)?, span(increment)?, span(cap)?);
                    (start > 0 && cap >= start).then_some(Self::Fischer { start, increment, cap })
                }
                _ => None,
            }
        };
        read().ok_or_else(|| ParsePaceError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Days(days) => write!(f, "days:{days}"),
            Self::Fischer { start, increment, cap } => {
                write!(f, "fischer:{}+{}/{}", write_span(start), write_span(increment), write_span(cap))
            }
            Self::Total(total) => write!(f, "total:{}", write_span(total)),
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
        for text in ["none", "fischer:7d+1d/14d", "fischer:36h+90m/10d", "fischer:1d+0m/1d", "total:15m", "total:90d"] {
            assert_eq!(text.parse::<Pace>().expect(text).to_string(), text);
        }
        assert_eq!("fischer:24h+24h/336h".parse::<Pace>().map(|pace| pace.to_string()), Ok("fischer:1d+1d/14d".into()));
    }

    #[test]
    fn what_is_no_pace_is_refused_with_what_is_one() {
        for text in [
            "",
            "days",
            "days:",
            "days:0",
            "days:31",
            "days:-1",
            "days:3.5",
            "fischer:7d",
            "3",
            "NONE",
            "fischer:7d+1d",
            "total:0m",
            "fischer:7d+1d/6d",
            "fischer:0d+1d/6d",
            "total:91d",
            "total:15",
            "total:+5m",
            "total:999999m",
            "fischer:7d+1d/14d/3d",
            "total:é",
        ] {
            let error = text.parse::<Pace>().expect_err(text).to_string();
            assert!(error.contains("days:30") && error.contains("none"), "{error}");
        }
    }

    #[test]
    fn a_clock_loses_what_a_turn_takes_and_gains_what_a_move_adds() {
        let pace: Pace = "fischer:7d+1d/8d".parse().expect("a pace");
        assert_eq!(pace.clock(), Some(7 * DAY_MS));
        assert_eq!((pace.time(Some(3 * DAY_MS)), pace.time(None)), (Some(3 * DAY_MS), Some(7 * DAY_MS)));
        for (shown, spent, after) in [
            (7 * DAY_MS, 2 * DAY_MS, 6 * DAY_MS),
            (7 * DAY_MS, 0, 8 * DAY_MS),
            (8 * DAY_MS, HOUR_MS, 8 * DAY_MS),
            // Late, but before the loss was recorded; and a system clock that goes back.
            (DAY_MS, 3 * DAY_MS, DAY_MS),
            (2 * DAY_MS, -5 * DAY_MS, 3 * DAY_MS),
        ] {
            assert_eq!(pace.after_turn(Some(shown), spent), Some(after), "{shown} {spent}");
        }
        let total: Pace = "total:15m".parse().expect("a pace");
        assert_eq!(total.after_turn(total.clock(), 4 * MINUTE_MS), Some(11 * MINUTE_MS));
        assert_eq!(total.after_turn(Some(MINUTE_MS), HOUR_MS), Some(0));
        assert_eq!(Pace::Days(3).after_turn(None, HOUR_MS), None);
        assert_eq!((Pace::Days(3).time(None), Pace::Unlimited.time(None)), (Some(3 * DAY_MS), None));
    }
}
