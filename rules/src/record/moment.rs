//! An instant in UTC, as documents write it. No clock: it is told what time it was.

use std::fmt;
use std::str::FromStr;

const DAY: i64 = 86_400_000;

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
pub struct Moment(i64);

/// A text that is no instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no time such as 2026-11-21T09:00:00Z")]
pub struct ParseMomentError;

impl Moment {
    /// So many milliseconds after the beginning of 1970; `None` outside of the years 1 to 9999.
    pub fn from_millis(millis: i64) -> Option<Self> {
        let range = days(1, 1, 1) * DAY..days(10_000, 1, 1) * DAY;
        range.contains(&millis).then_some(Self(millis))
    }
    /// Milliseconds after the beginning of 1970.
    pub const fn millis(self) -> i64 {
        self.0
    }
    /// The day as records write it: `2026.11.21`.
    pub fn date(self) -> String {
        let (year, month, day) = civil(self.0.div_euclid(DAY));
        format!("{year:04}.{month:02}.{day:02}")
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0.div_euclid(DAY));
        let of_day = self.0.rem_euclid(DAY);
        let (seconds, millis) = (of_day / 1000, of_day % 1000);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if millis > 0 {
            write!(f, ".{millis:03}")?;
        }
        f.write_str("Z")
    }
}

impl FromStr for Moment {
    type Err = ParseMomentError;

    /// Reads what is written by `Display`; no other zone, no leap second.
    fn from_str(text: &str) -> Result<Self, ParseMomentError> {
        let parse = || {
            let (whole, millis) = match text.strip_suffix('Z')?.split_once('.') {
                None => (text.strip_suffix('Z')?, 0),
                Some((whole, digits)) => (whole, number(digits, 3)?),
            };
            let (date, time) = whole.split_once('T')?;
            let [year, month, day] = three(date, '-', [4, 2, 2])?;
            let [hour, minute, second] = three(time, ':', [2, 2, 2])?;
            let moment =
                Self::from_millis(days(year, month, day) * DAY + (hour * 3600 + minute * 60 + second) * 1000 + millis)?;
            // What is no day or hour comes out as another one.
            let again = civil(moment.0.div_euclid(DAY));
            (again == (year, month, day) && hour < 24 && minute < 60 && second < 60).then_some(moment)
        };
        parse().ok_or(ParseMomentError)
    }
}

fn three(text: &str, separator: char, digits: [usize; 3]) -> Option<[i64; 3]> {
    let mut parts = text.split(separator);
    let mut next = |digits| number(parts.next()?, digits);
    let all = [next(digits[0])?, next(digits[1])?, next(digits[2])?];
    parts.next().is_none().then_some(all)
}

fn number(text: &str, digits: usize) -> Option<i64> {
    let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// Days from the beginning of 1970 to this day of the Gregorian calendar. Years are counted from March, so that the leap day
/// is a year's last, and by eras of 400.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The inverse: year, month and day.
const fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + if month <= 2 { 1 } else { 0 }, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

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
