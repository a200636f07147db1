//! An instant in UTC, as documents write it, without access to a clock.

use std::fmt;
use std::str::FromStr;

use jiff::SignedDuration;
use jiff::civil::{DateTime, date};

const EPOCH: DateTime = date(1970, 1, 1).at(0, 0, 0, 0);

/// An instant of the years 1 to 9999, to the millisecond: `2026-11-21T09:00:38.123Z`, without `.000`.
///
/// # Examples
/// ```
/// use rules::record::Moment;
/// let moment = Moment::from_millis(1_795_251_638_123).expect("these centuries");
/// assert_eq!(moment.to_string(), "2026-11-21T09:00:38.123Z");
/// assert_eq!(moment.date(), "2026.11.21");
/// assert_eq!("2026-11-21T09:00:38.123Z".parse(), Ok(moment));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(DateTime);

/// The error of a text that is no instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no time such as 2026-11-21T09:00:00Z")]
pub struct ParseMomentError;

impl Moment {
    /// The instant this many milliseconds after the beginning of 1970; `None` outside of the years 1 to 9999.
    pub fn from_millis(millis: i64) -> Option<Self> {
        let at = EPOCH.checked_add(SignedDuration::from_millis(millis)).ok()?;
        (at.year() >= 1).then_some(Self(at))
    }
    /// Milliseconds after the beginning of 1970.
    pub fn millis(self) -> i64 {
        self.0.duration_since(EPOCH).as_millis() as i64
    }
    /// The day in the form of records: `2026.11.21`.
    pub fn date(self) -> String {
        self.0.strftime("%Y.%m.%d").to_string()
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.subsec_nanosecond() == 0 { write!(f, "{:.0}Z", self.0) } else { write!(f, "{:.3}Z", self.0) }
    }
}

impl FromStr for Moment {
    type Err = ParseMomentError;

    /// Reads the form written by `Display`, and `.000`; no other zone, no leap second.
    fn from_str(text: &str) -> Result<Self, ParseMomentError> {
        let at: DateTime = text.strip_suffix('Z').and_then(|text| text.parse().ok()).ok_or(ParseMomentError)?;
        let moment = Self(at);
        // The date parser also accepts other forms, and negative years.
        let is_ours = at.year() >= 1 && moment.to_string() == text.replace(".000Z", "Z");
        if is_ours { Ok(moment) } else { Err(ParseMomentError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000;

    #[test]
    fn days_are_counted_as_calendars_do() {
        for (text, days) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T00:00:00Z", -1),
            ("2000-02-29T00:00:00Z", 11_016),
            ("2100-03-01T00:00:00Z", 47_541),
            ("0001-01-01T00:00:00Z", -719_162),
            ("9999-12-31T00:00:00Z", 2_932_896),
        ] {
            let moment: Moment = text.parse().expect(text);
            assert_eq!((moment.millis(), moment.to_string().as_str()), (days * DAY, text));
        }
    }

    #[test]
    fn every_instant_reads_back_as_itself() {
        let mut rng = crate::rng::SeededRng::new(1);
        for _ in 0..10_000 {
            let millis = (rng.below(3_600_000) as i64 - 700_000) * DAY + rng.below(86_400_000) as i64;
            if let Some(moment) = Moment::from_millis(millis) {
                assert_eq!(moment.to_string().parse(), Ok(moment));
            }
        }
    }

    #[test]
    fn invalid_instants_are_refused() {
        for text in [
            "",
            "Z",
            "2026-11-21",
            "2026-11-21T09:00:00",
            "2026-11-21T09:00:00+01:00",
            "2026-02-29T09:00:00Z",
            "2026-13-01T09:00:00Z",
            "2026-00-01T09:00:00Z",
            "2026-11-21T24:00:00Z",
            "2026-11-21T09:60:00Z",
            "2026-11-21T09:00:60Z",
            "2026-11-21T09:00:00.1Z",
            "0000-11-21T09:00:00Z",
            "+026-11-21T09:00:00Z",
            "2026-11-21T09:00:00Z\0",
        ] {
            assert_eq!(text.parse::<Moment>(), Err(ParseMomentError), "{text}");
        }
        assert_eq!((Moment::from_millis(i64::MAX), Moment::from_millis(i64::MIN)), (None, None));
    }
}
