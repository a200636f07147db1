//! Pauses of a player's clock as stored: values that are read and written as short texts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::domain::ids::Timestamp;

const DAY: u16 = 24 * 60;

/// In minutes; half of the day is left to play.
pub const LONGEST_SLEEP: u16 = DAY / 2;

/// A stretch of time; `until` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TimeSpan {
    pub from: Timestamp,
    pub until: Timestamp,
}

impl TimeSpan {
    /// In milliseconds.
    pub fn length(self) -> i64 {
        self.until.since(self.from).max(0)
    }
    pub fn contains(self, at: Timestamp) -> bool {
        self.from <= at && at < self.until
    }
    pub fn overlaps(self, other: Self) -> bool {
        self.from.max(other.from) < self.until.min(other.until)
    }
}

/// Daily sleep hours in a player's local time: `23:00-07:00`. From one minute to [`LONGEST_SLEEP`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SleepHours {
    from: u16,
    to: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SleepError {
    #[error("`{0}` is not a time of day")]
    NoTime(String),
    #[error("sleeping hours cannot begin and end at the same time")]
    Empty,
    #[error("{0} minutes of sleep are too many: at most {LONGEST_SLEEP}")]
    TooLong(u16),
}

impl SleepHours {
    /// From one minute of the day to another, over midnight if `to` is earlier.
    pub const fn new(from: u16, to: u16) -> Result<Self, SleepError> {
        assert!(from < DAY && to < DAY, "minutes of a day");
        let minutes = (to + DAY - from) % DAY;
        match minutes {
            0 => Err(SleepError::Empty),
            1..=LONGEST_SLEEP => Ok(Self { from, to }),
            _ => Err(SleepError::TooLong(minutes)),
        }
    }

    /// Minute of the day.
    pub const fn from(self) -> u16 {
        self.from
    }

    /// Minute of the day.
    pub const fn to(self) -> u16 {
        self.to
    }

    pub const fn contains(self, minute: u16) -> bool {
        if self.from < self.to {
            self.from <= minute && minute < self.to
        } else {
            self.from <= minute || minute < self.to
        }
    }
}

/// Parses the stored form of a minute of the day: `07:30`.
fn minute_of(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |text: &str| {
        let plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u16>().ok().filter(|_| plain)
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

impl fmt::Display for SleepHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}-{:02}:{:02}", self.from / 60, self.from % 60, self.to / 60, self.to % 60)
    }
}

impl FromStr for SleepHours {
    type Err = SleepError;
    fn from_str(text: &str) -> Result<Self, SleepError> {
        let strange = |text: &str| SleepError::NoTime(text.chars().take(40).collect());
        let (from, to) = text.split_once('-').ok_or_else(|| strange(text))?;
        let read = |text: &str| minute_of(text).ok_or_else(|| strange(text));
        Self::new(read(from)?, read(to)?)
    }
}

impl TryFrom<String> for SleepHours {
    type Error = SleepError;
    fn try_from(text: String) -> Result<Self, SleepError> {
        text.parse()
    }
}

impl From<SleepHours> for String {
    fn from(sleep: SleepHours) -> Self {
        sleep.to_string()
    }
}

/// A player's time zone and sleep hours: `Europe/Paris`, `Asia/Tokyo 23:00-07:00`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClockHours {
    /// IANA name.
    pub zone: String,
    pub sleep: Option<SleepHours>,
}

impl fmt::Display for ClockHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.zone)?;
        self.sleep.map_or(Ok(()), |sleep| write!(f, " {sleep}"))
    }
}

impl FromStr for ClockHours {
    type Err = SleepError;
    fn from_str(text: &str) -> Result<Self, SleepError> {
        Ok(match text.split_once(' ') {
            Some((zone, sleep)) => Self { zone: zone.to_owned(), sleep: Some(sleep.parse()?) },
            None => Self { zone: text.to_owned(), sleep: None },
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// The last heartbeat before it.
    pub from: Timestamp,
    /// The first heartbeat after it.
    pub until: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_hours_last_from_a_minute_to_half_a_day() {
        let hours = |text: &str| text.parse::<SleepHours>().map(|sleep| sleep.to_string());
        for text in ["23:00-07:00", "20:00-08:00", "08:00-08:01"] {
            assert_eq!(hours(text).as_deref(), Ok(text));
        }
        for (text, error) in [
            ("20:00-08:01", SleepError::TooLong(721)),
            ("07:00-07:00", SleepError::Empty),
            ("07:01-07:00", SleepError::TooLong(1439)),
            ("late-07:00", SleepError::NoTime("late".into())),
            ("23:00-7:00", SleepError::NoTime("7:00".into())),
            ("23h-07:00", SleepError::NoTime("23h".into())),
            ("24:00-07:00", SleepError::NoTime("24:00".into())),
            ("23:00", SleepError::NoTime("23:00".into())),
        ] {
            assert_eq!(hours(text), Err(error), "{text}");
        }
    }

    #[test]
    fn hours_are_written_as_they_are_read() {
        for text in ["Europe/Paris", "Asia/Tokyo 23:00-07:00", "UTC 00:30-01:00"] {
            assert_eq!(text.parse::<ClockHours>().map(|hours| hours.to_string()).as_deref(), Ok(text));
        }
        assert!("Europe/Paris 25:00-07:00".parse::<ClockHours>().is_err());
        let sleep: SleepHours = serde_json::from_str("\"23:00-07:00\"").expect("reads");
        assert_eq!(serde_json::to_string(&sleep).expect("writes"), "\"23:00-07:00\"");
        assert!(sleep.contains(23 * 60) && sleep.contains(0) && !sleep.contains(7 * 60) && !sleep.contains(1379));
    }
}
