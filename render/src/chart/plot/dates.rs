//! Dates in UTC, for an axis.

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, date};

pub const DAY: i64 = 86_400_000;
/// The last millisecond of the year 9999: years have four digits.
pub const LAST: i64 = 253_402_300_799_999;

const EPOCH: DateTime = date(1970, 1, 1).at(0, 0, 0, 0);

fn civil(at: i64) -> DateTime {
    EPOCH.saturating_add(SignedDuration::from_millis(at.clamp(0, LAST)))
}

/// The first day of a month, counted from January of the year 0, and the moment it begins.
fn first_of(month: i64) -> Option<(i64, Date)> {
    let year = i16::try_from(month.div_euclid(12)).ok()?;
    let date = Date::new(year, month.rem_euclid(12) as i8 + 1, 1).ok()?;
    Some((date.at(0, 0, 0, 0).duration_since(EPOCH).as_millis() as i64, date))
}

/// The labels of moments on an axis, as patterns of `strftime`: `%d.%m.%Y` and `%m/%Y`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DateFormats {
    /// The label of a day.
    pub day: String,
    /// The label of a month.
    pub month: String,
}

impl DateFormats {
    pub(super) fn day(&self, at: i64) -> String {
        write(civil(at).date(), &self.day)
    }
}

/// A pattern with an error gives the date as it is written everywhere.
fn write(date: Date, pattern: &str) -> String {
    jiff::fmt::strtime::format(pattern, date).unwrap_or_else(|_| date.to_string())
}

/// The most moments that are labeled.
const MOST: usize = 9;

/// The moments worth a label between `from` and `to`, with their labels: as many as fit, or at least one. `fits` gives
/// the number of labels as wide as this one that there is room for.
pub(super) fn ticks(from: i64, to: i64, formats: &DateFormats, fits: impl Fn(&str) -> usize) -> Vec<(i64, String)> {
    let (from, to) = (from.clamp(0, LAST), to.clamp(0, LAST));
    let fits = |list: &Vec<(i64, String)>| {
        list.len() < MOST && list.first().is_some_and(|(_, label)| list.len() <= fits(label).max(1))
    };
    let every = |step: i64| {
        let first = from.div_euclid(step) + i64::from(from.rem_euclid(step) > 0);
        let all = (first..).map(|i| i * step).take_while(|at| *at <= to);
        all.take(MOST).map(|at| (at, formats.day(at))).collect::<Vec<_>>()
    };
    let months = |step: i64, pattern: &str| {
        let first = civil(from);
        let month = i64::from(first.year()) * 12 + i64::from(first.month()) - 1;
        let all = (month.div_euclid(step)..).map_while(|i| first_of(i * step));
        let all = all.map(|(at, date)| (at, write(date, pattern)));
        all.skip_while(|(at, _)| *at < from).take_while(|(at, _)| *at <= to).take(MOST).collect::<Vec<_>>()
    };
    let days = [1, 2, 7, 14].map(|step| every(step * DAY));
    let quarters = [1, 3, 6].map(|step| months(step, &formats.month));
    let years = [1, 2, 5, 10, 25, 100, 500, 2000].map(|step| months(12 * step, "%-Y"));
    let all = days.into_iter().chain(quarters).chain(years);
    all.into_iter().find(fits).unwrap_or_else(|| vec![(from, formats.day(from))])
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = DAY / 24;

    fn german() -> DateFormats {
        DateFormats { day: "%d.%m.%Y".to_owned(), month: "%m/%Y".to_owned() }
    }

    #[test]
    fn days_have_the_names_of_the_calendar() {
        for (days, name) in
            [(0, "01.01.1970"), (11_016, "29.02.2000"), (20_778, "21.11.2026"), (2_932_896, "31.12.9999")]
        {
            assert_eq!(german().day(days * DAY), name);
        }
        assert_eq!(german().day(i64::MAX), "31.12.9999");
        let wrong = DateFormats { day: "%d.%!".to_owned(), ..german() };
        assert_eq!(wrong.day(0), "1970-01-01");
    }

    #[test]
    fn there_are_as_many_ticks_as_there_is_room_for() {
        let now = 20_778 * DAY + 7 * HOUR;
        let spans = [1, HOUR, 5 * HOUR, DAY, 5 * DAY, 40 * DAY, 200 * DAY, 900 * DAY, 9000 * DAY, LAST - now];
        for span in spans {
            let found = ticks(now, now + span, &german(), |_| 5);
            assert!((1..=5).contains(&found.len()), "{span}: {found:?}");
            assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 != pair[1].1), "{found:?}");
            assert!(found.iter().all(|(at, _)| (now..=now + span).contains(at)), "{span}: {found:?}");
        }
        let labels: Vec<String> = ticks(now, now + 100 * DAY, &german(), |label| 35 / label.len())
            .into_iter()
            .map(|(_, label)| label)
            .collect();
        assert_eq!(labels, ["12/2026", "01/2027", "02/2027", "03/2027"]);
    }
}
