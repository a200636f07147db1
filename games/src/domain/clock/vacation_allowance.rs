//! The vacation allowance of a player, as pure functions of past and planned vacations.

use jiff::civil;
use jiff::tz::TimeZone;
use serde::Deserialize;

use crate::domain::ids::Timestamp;
use crate::domain::people::vacation::Vacation;
use crate::domain::time_control::pace::{DAY_MS, HOUR_MS};
use crate::domain::time_off::TimeSpan;

pub const SHORTEST_MS: i64 = HOUR_MS;

pub const LONGEST_DAYS: u32 = 30;

pub const AHEAD_DAYS: u32 = 366;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VacationAllowance {
    pub days_per_year: u32,
    pub automatic_days: u32,
}

impl Default for VacationAllowance {
    fn default() -> Self {
        Self { days_per_year: 30, automatic_days: 3 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VacationError {
    #[error("past")]
    Past,
    #[error("too-far")]
    TooFar,
    /// Outside 1 to [`LONGEST_DAYS`] days.
    #[error("length")]
    Length,
    #[error("overlaps")]
    Overlaps(TimeSpan),
    #[error("too-little")]
    TooLittle { left: i64, year: i16 },
    /// The named vacation is over or was never planned.
    #[error("no-such")]
    NoSuch,
    /// No vacation to stop.
    #[error("nothing")]
    Nothing,
}

pub fn year_of(at: Timestamp) -> i16 {
    jiff::Timestamp::from_millisecond(at.0).map_or(1970, |at| at.to_zoned_datetime(TimeZone::UTC).year())
}

fn year(number: i16) -> TimeSpan {
    let begin = |year: i16| {
        let day = civil::Date::new(year, 1, 1).and_then(|day| day.to_zoned_datetime(TimeZone::UTC));
        Timestamp(day.map_or(i64::MAX, |day| day.timestamp().as_millisecond()))
    };
    TimeSpan { from: begin(number), until: begin(number.saturating_add(1)) }
}

fn shared(one: TimeSpan, other: TimeSpan) -> i64 {
    TimeSpan { from: one.from.max(other.from), until: one.until.min(other.until) }.length()
}

/// Milliseconds of the vacation in each calendar year.
pub fn days_by_year(span: TimeSpan) -> Vec<(i16, i64)> {
    let years = year_of(span.from)..=year_of(span.until.plus(-1));
    years.map(|number| (number, shared(span, year(number)))).filter(|(_, part)| *part > 0).collect()
}

/// Remaining allowance of a year, in milliseconds; planned vacations count as used.
pub fn time_left(vacations: &[Vacation], number: i16, allowance: VacationAllowance) -> i64 {
    let year = year(number);
    let total: i64 = vacations.iter().map(|vacation| shared(vacation.span, year)).sum();
    (i64::from(allowance.days_per_year) * DAY_MS - total).max(0)
}

/// The longest vacation from `from` on that the yearly allowances permit, in milliseconds, up to `at_most`.
fn longest(vacations: &[Vacation], from: Timestamp, at_most: i64, allowance: VacationAllowance) -> i64 {
    let mut until = from;
    let end = from.plus(at_most.max(0));
    while until < end {
        let number = year_of(until);
        let part = year(number).until.min(end).since(until);
        let fits = time_left(vacations, number, allowance).min(part);
        until = until.plus(fits);
        if fits < part {
            break;
        }
    }
    until.since(from)
}

/// The span of a requested vacation; without `days`, as long as possible.
pub fn requested(
    vacations: &[Vacation],
    days: Option<i64>,
    from: Timestamp,
    now: Timestamp,
    allowance: VacationAllowance,
) -> Result<TimeSpan, VacationError> {
    let most = i64::from(LONGEST_DAYS);
    if days.is_some_and(|days| !(1..=most).contains(&days)) {
        return Err(VacationError::Length);
    }
    if from < now {
        return Err(VacationError::Past);
    }
    if from.since(now) > i64::from(AHEAD_DAYS) * DAY_MS {
        return Err(VacationError::TooFar);
    }
    let duration = days.unwrap_or(most) * DAY_MS;
    let whole = TimeSpan { from, until: from.plus(duration) };
    let others = || vacations.iter().map(|vacation| vacation.span).filter(|span| span.length() > 0);
    // A vacation without a length ends where the next one begins.
    let in_the_way = others().filter(|span| span.overlaps(whole)).min();
    let whole = match (days, in_the_way) {
        (_, Some(other)) if other.contains(from) || days.is_some() => return Err(VacationError::Overlaps(other)),
        (_, Some(other)) => TimeSpan { from, until: other.from },
        (_, None) => whole,
    };
    let length = longest(vacations, from, whole.length(), allowance);
    if length < SHORTEST_MS || days.is_some() && length < duration {
        let year = year_of(from);
        return Err(VacationError::TooLittle { left: time_left(vacations, year, allowance), year });
    }
    Ok(TimeSpan { from, until: from.plus(length) })
}

/// The automatic vacation at the deadline of a turn, as of now; `None` if too little allowance is left.
pub fn automatic(
    vacations: &[Vacation],
    deadline: Timestamp,
    now: Timestamp,
    allowance: VacationAllowance,
) -> Option<TimeSpan> {
    // A process that is late does not shorten the vacation.
    let duration = i64::from(allowance.automatic_days) * DAY_MS + now.since(deadline).max(0);
    let spans = vacations.iter().map(|vacation| vacation.span).filter(|span| span.length() > 0);
    let next = spans.filter(|span| span.from > deadline).map(|span| span.from).min();
    let duration = next.map_or(duration, |next| duration.min(next.since(deadline)));
    let until = deadline.plus(longest(vacations, deadline, duration, allowance));
    let reaches = Some(until) == next || until > now && until.since(deadline) >= SHORTEST_MS;
    (reaches && until > deadline).then_some(TimeSpan { from: deadline, until })
}

#[cfg(test)]
mod tests {
    use crate::domain::ids::{RequestId, UserId};

    use super::*;

    const DEFAULT: VacationAllowance = VacationAllowance { days_per_year: 30, automatic_days: 3 };

    fn at(text: &str) -> Timestamp {
        let text = if text.contains('T') { format!("{text}:00Z") } else { format!("{text}T00:00:00Z") };
        Timestamp(text.parse::<jiff::Timestamp>().expect("an instant").as_millisecond())
    }

    fn span(from: &str, until: &str) -> TimeSpan {
        TimeSpan { from: at(from), until: at(until) }
    }

    fn vacations_at(spans: &[(&str, &str)]) -> Vec<Vacation> {
        let vacation = |(number, (from, until)): (u32, &(&str, &str))| Vacation {
            user: UserId(1),
            number,
            span: span(from, until),
            automatic: false,
            request: RequestId(u64::from(number)),
            ended_by: None,
        };
        (1..).zip(spans).map(vacation).collect()
    }

    #[test]
    fn each_year_has_its_days_and_what_lies_in_it_is_taken_from_them() {
        let vacations = vacations_at(&[("2026-07-01", "2026-07-11"), ("2026-12-27", "2027-01-03")]);
        assert_eq!(time_left(&vacations, 2026, DEFAULT), 15 * DAY_MS);
        assert_eq!(time_left(&vacations, 2027, DEFAULT), 28 * DAY_MS);
        assert_eq!(time_left(&vacations, 2028, DEFAULT), 30 * DAY_MS);
        assert_eq!(time_left(&vacations_at(&[("2026-01-01", "2026-03-01")]), 2026, DEFAULT), 0);
    }

    #[test]
    fn a_vacation_over_new_year_takes_something_of_both() {
        assert_eq!(days_by_year(span("2026-12-28", "2027-01-27")), [(2026, 4 * DAY_MS), (2027, 26 * DAY_MS)]);
        assert_eq!(days_by_year(span("2026-12-28", "2027-01-01")), [(2026, 4 * DAY_MS)], "its end is not in it");
        assert_eq!(days_by_year(span("2026-12-28", "2026-12-28")), []);
    }

    #[test]
    fn a_vacation_that_does_not_fit_is_refused_with_the_reason() {
        let now = at("2026-11-20T10:00");
        let vacations = vacations_at(&[("2026-07-01", "2026-07-21"), ("2026-12-01", "2026-12-04")]);
        for (days, from, expected) in [
            (Some(5), "2026-11-21", Ok(span("2026-11-21", "2026-11-26"))),
            (Some(5), "2026-11-20T09:59", Err(VacationError::Past)),
            (Some(5), "2027-11-22T10:00", Err(VacationError::TooFar)),
            (Some(0), "2026-11-21", Err(VacationError::Length)),
            (Some(31), "2026-11-21", Err(VacationError::Length)),
            (Some(5), "2026-11-28", Err(VacationError::Overlaps(span("2026-12-01", "2026-12-04")))),
            (Some(1), "2026-12-03", Err(VacationError::Overlaps(span("2026-12-01", "2026-12-04")))),
            (Some(1), "2026-12-04", Ok(span("2026-12-04", "2026-12-05"))),
            (Some(8), "2026-12-05", Err(VacationError::TooLittle { left: 7 * DAY_MS, year: 2026 })),
            // Each year pays for its own days.
            (Some(20), "2026-12-25", Ok(span("2026-12-25", "2027-01-14"))),
            // As long as possible: up to the next vacation, or to the end of the allowance.
            (None, "2026-11-28", Ok(span("2026-11-28", "2026-12-01"))),
            (None, "2026-12-05", Ok(span("2026-12-05", "2026-12-12"))),
            (None, "2026-12-02", Err(VacationError::Overlaps(span("2026-12-01", "2026-12-04")))),
        ] {
            assert_eq!(requested(&vacations, days, at(from), now, DEFAULT), expected, "{days:?} from {from}");
        }
        let all = vacations_at(&[("2026-01-01", "2026-01-31")]);
        let nothing = Err(VacationError::TooLittle { left: 0, year: 2026 });
        assert_eq!(requested(&all, None, at("2026-11-21"), now, DEFAULT), nothing);
    }

    #[test]
    fn one_that_begins_by_itself_takes_what_is_left_and_meets_the_next() {
        let deadline = at("2026-11-20T10:00");
        for (spans, now, until) in [
            (&[][..], "2026-11-20T10:00", Some("2026-11-23T10:00")),
            (&[], "2026-11-20T12:00", Some("2026-11-23T12:00")),
            (&[("2026-01-01", "2026-01-30")], "2026-11-20T10:00", Some("2026-11-21T10:00")),
            (&[("2026-01-01", "2026-01-30T23:30")], "2026-11-20T10:00", None),
            (&[("2026-01-01", "2026-01-31")], "2026-11-20T10:00", None),
            (&[("2026-11-21T10:00", "2026-11-25")], "2026-11-20T10:00", Some("2026-11-21T10:00")),
            (&[("2026-11-20T10:05", "2026-11-25")], "2026-11-20T10:06", Some("2026-11-20T10:05")),
            // One day of allowance is left, and it has already passed.
            (&[("2026-01-01", "2026-01-30")], "2026-11-21T11:00", None),
        ] {
            let found = automatic(&vacations_at(spans), deadline, at(now), DEFAULT);
            assert_eq!(found, until.map(|until| TimeSpan { from: deadline, until: at(until) }), "{spans:?} {now}");
        }
    }

    #[test]
    fn a_host_without_vacation_has_none() {
        let none = VacationAllowance { days_per_year: 0, automatic_days: 3 };
        let now = at("2026-11-20");
        assert_eq!(automatic(&[], now, now, none), None);
        assert_eq!(requested(&[], Some(1), now, now, none), Err(VacationError::TooLittle { left: 0, year: 2026 }));
    }
}
