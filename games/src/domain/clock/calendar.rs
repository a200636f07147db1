//! Running time of a clock with pauses, weekends and sleep hours, exact across daylight-saving changes. It knows time
//! spans and hours of the day, but no games or players. See `docs/correspondence.md`.

use jiff::tz::TimeZone;

use crate::domain::ids::Timestamp;
use crate::domain::time_control::pace::{DAY_MS, MINUTE_MS};
use crate::domain::time_off::{ClockHours, SleepHours, TimeSpan};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weekends {
    #[default]
    Run,
    /// Paused from Saturday 00:00 to Monday 00:00 in the player's local time.
    Pause,
}

/// The running time of one player's clock.
///
/// The clock runs outside the pauses, paused weekends and sleep hours. Weekends and sleep hours follow local wall
/// time: an hour skipped in spring does not count as sleep, and an hour repeated in autumn counts twice.
#[derive(Debug, Clone)]
pub struct Calendar {
    zone: TimeZone,
    weekends: Weekends,
    sleep: Option<SleepHours>,
    /// Sorted and disjoint.
    pauses: Vec<TimeSpan>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown time zone `{0}`")]
pub struct NoSuchZone(pub String);

/// Looks up an IANA zone name, ignoring case.
pub fn zone(name: &str) -> Result<TimeZone, NoSuchZone> {
    jiff::tz::db().get(name).map_err(|_| NoSuchZone(name.chars().take(60).collect()))
}

impl Calendar {
    /// `hours` defaults to UTC without sleep. `pauses` may overlap.
    pub fn new(hours: Option<&ClockHours>, weekends: Weekends, pauses: Vec<TimeSpan>) -> Result<Self, NoSuchZone> {
        let zone = hours.map_or(Ok(TimeZone::UTC), |hours| zone(&hours.zone))?;
        let sleep = hours.and_then(|hours| hours.sleep);
        Ok(Self { zone, weekends, sleep, pauses: apart(pauses) })
    }

    /// The first instant at which the clock runs and `budget` milliseconds of running time have passed since `begin`.
    /// A deadline never falls into a pause. Costs a few steps per day in between.
    pub fn deadline(&self, begin: Timestamp, budget: i64) -> Timestamp {
        let mut left = budget.max(0);
        for stretch in self.walk(begin) {
            let length = stretch.length();
            if length > left {
                return stretch.from.plus(left);
            }
            left -= length;
        }
        Timestamp(i64::MAX)
    }

    /// Running time between two instants, in milliseconds; zero if `until` is not later.
    pub fn spent(&self, from: Timestamp, until: Timestamp) -> i64 {
        let before = self.walk(from).take_while(|stretch| stretch.from < until);
        before.map(|stretch| stretch.until.min(until).since(stretch.from)).sum()
    }

    pub fn runs(&self, at: Timestamp) -> bool {
        self.walk(at).next().is_some_and(|stretch| stretch.contains(at))
    }

    /// The start of the pause that contains `at`, or `at` itself if the clock runs then. Looks back two days only:
    /// enough for hours of the day, not for vacations.
    pub fn pause_began_at(&self, at: Timestamp) -> Timestamp {
        let mut since = at.plus(-2 * DAY_MS);
        for stretch in self.walk(since).take_while(|stretch| stretch.from <= at) {
            if stretch.contains(at) {
                return at;
            }
            since = stretch.until;
        }
        since
    }

    /// Running stretches from `from` on, in order; two may be adjacent.
    fn walk(&self, from: Timestamp) -> impl Iterator<Item = TimeSpan> + '_ {
        let mut walk = Walk { calendar: self, at: from.0, offset: 0, known_until: i64::MIN };
        std::iter::from_fn(move || walk.next_running())
    }
}

/// Sorts the spans and merges those that touch or overlap.
fn apart(mut spans: Vec<TimeSpan>) -> Vec<TimeSpan> {
    spans.retain(|span| span.from < span.until);
    spans.sort_unstable();
    let mut joined = Vec::<TimeSpan>::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.from <= last.until => last.until = last.until.max(span.until),
            _ => joined.push(span),
        }
    }
    joined
}

struct Walk<'c> {
    calendar: &'c Calendar,
    at: i64,
    /// Local time minus UTC in milliseconds, valid until `known_until`.
    offset: i64,
    known_until: i64,
}

impl Walk<'_> {
    fn next_running(&mut self) -> Option<TimeSpan> {
        while self.at < i64::MAX {
            let (runs, until) = self.stretch();
            let span = TimeSpan { from: Timestamp(self.at), until: Timestamp(until) };
            self.at = until;
            if runs {
                return Some(span);
            }
        }
        None
    }

    /// Whether the clock runs now, and an instant until which that holds.
    fn stretch(&mut self) -> (bool, i64) {
        let Calendar { weekends, sleep, pauses, .. } = self.calendar;
        let next = pauses.partition_point(|pause| pause.until.0 <= self.at);
        let limit = match pauses.get(next) {
            Some(pause) if pause.from.0 <= self.at => return (false, pause.until.0),
            Some(pause) => pause.from.0,
            None => i64::MAX,
        };
        if *weekends == Weekends::Run && sleep.is_none() {
            return (true, limit);
        }
        self.find_offset();
        let limit = limit.min(self.known_until);
        // The UTC offset is constant up to the limit.
        let wall = self.at.saturating_add(self.offset);
        let midnight = wall - wall.rem_euclid(DAY_MS);
        let back = |wall: i64| (wall.saturating_sub(self.offset)).min(limit);
        let mut until = limit;
        if *weekends == Weekends::Pause {
            // The first of January 1970 was a Thursday; Monday is 0.
            let weekday = (midnight.div_euclid(DAY_MS) + 3).rem_euclid(7);
            if weekday >= 5 {
                return (false, back(midnight + (7 - weekday) * DAY_MS));
            }
            until = back(midnight + (5 - weekday) * DAY_MS);
        }
        let Some(sleep) = sleep else { return (true, until) };
        let next = |minute: u16| {
            let today = midnight + i64::from(minute) * MINUTE_MS;
            if today > wall { today } else { today + DAY_MS }
        };
        if sleep.contains(((wall - midnight) / MINUTE_MS) as u16) {
            return (false, back(next(sleep.to())));
        }
        (true, until.min(back(next(sleep.from()))))
    }

    /// Looks up the UTC offset once per transition.
    fn find_offset(&mut self) {
        if self.at < self.known_until {
            return;
        }
        let zone = &self.calendar.zone;
        let now = jiff::Timestamp::from_millisecond(self.at).unwrap_or(if self.at < 0 {
            jiff::Timestamp::MIN
        } else {
            jiff::Timestamp::MAX
        });
        self.offset = i64::from(zone.to_offset(now).seconds()) * 1000;
        let change = zone.following(now).next().map(|change| change.timestamp().as_millisecond());
        self.known_until = change.filter(|change| *change > self.at).unwrap_or(i64::MAX);
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::Weekday;

    use crate::domain::time_control::pace::HOUR_MS;

    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().expect(text).as_millisecond())
    }

    fn calendar(hours: &str, weekends: Weekends, pauses: &[(&str, &str)]) -> Calendar {
        let pauses = pauses.iter().map(|(from, until)| TimeSpan { from: at(from), until: at(until) }).collect();
        Calendar::new(Some(&hours.parse().expect(hours)), weekends, pauses).expect(hours)
    }

    #[test]
    fn each_deadline_of_the_table_is_where_a_calendar_on_the_wall_says() {
        for (hours, weekends, pauses, begin, budget, deadline) in [
            // No pauses.
            ("UTC", Weekends::Run, &[][..], "2026-11-20T10:00:00Z", 72, "2026-11-23T10:00:00Z"),
            // Friday morning; Saturday and Sunday do not count.
            ("UTC", Weekends::Pause, &[], "2026-11-20T10:00:00Z", 72, "2026-11-25T10:00:00Z"),
            // The budget ends with Friday, so the deadline moves to Monday.
            ("UTC", Weekends::Pause, &[], "2026-11-20T10:00:00Z", 14, "2026-11-23T00:00:00Z"),
            // Starts on a Sunday.
            ("UTC", Weekends::Pause, &[], "2026-11-22T10:00:00Z", 1, "2026-11-23T01:00:00Z"),
            // The weekend in Auckland starts 13 hours before the one in UTC.
            ("Pacific/Auckland", Weekends::Pause, &[], "2026-11-20T10:00:00Z", 2, "2026-11-22T12:00:00Z"),
            // Eight hours of sleep a day leave sixteen.
            ("Europe/Paris 23:00-07:00", Weekends::Run, &[], "2026-11-20T06:00:00Z", 32, "2026-11-22T06:00:00Z"),
            ("Europe/Paris 23:00-07:00", Weekends::Run, &[], "2026-11-20T06:00:00Z", 33, "2026-11-22T07:00:00Z"),
            // A vacation of four days.
            (
                "UTC",
                Weekends::Run,
                &[("2026-11-21T00:00:00Z", "2026-11-25T00:00:00Z")],
                "2026-11-20T10:00:00Z",
                72,
                "2026-11-27T10:00:00Z",
            ),
            // Overlapping pauses count once.
            (
                "UTC",
                Weekends::Run,
                &[("2026-11-22T00:00:00Z", "2026-11-25T00:00:00Z"), ("2026-11-21T00:00:00Z", "2026-11-23T00:00:00Z")],
                "2026-11-20T10:00:00Z",
                72,
                "2026-11-27T10:00:00Z",
            ),
            // In spring 02:00-03:00 is skipped, so half an hour of this sleep remains.
            ("Europe/Paris 02:30-03:30", Weekends::Run, &[], "2026-03-28T23:00:00Z", 23, "2026-03-29T22:30:00Z"),
            // In autumn 02:00-03:00 repeats, so 90 minutes count as sleep.
            ("Europe/Paris 02:30-03:30", Weekends::Run, &[], "2026-10-24T22:00:00Z", 23, "2026-10-25T22:30:00Z"),
            // A change of half an hour: asleep from 01:30 until the clock is set back, and again from 01:30 to 02:00.
            ("Australia/Lord_Howe 01:30-02:00", Weekends::Run, &[], "2026-04-04T13:00:00Z", 3, "2026-04-04T17:00:00Z"),
            // Samoa skipped this Friday.
            ("Pacific/Apia", Weekends::Pause, &[], "2011-12-30T09:00:00Z", 2, "2012-01-01T11:00:00Z"),
        ] {
            let calendar = calendar(hours, weekends, pauses);
            let (begin, deadline) = (at(begin), at(deadline));
            let found = calendar.deadline(begin, budget * HOUR_MS);
            assert_eq!(
                found,
                deadline,
                "{hours} {weekends:?} {pauses:?} {budget} h: {:?}",
                jiff::Timestamp::from_millisecond(found.0)
            );
            assert_eq!(calendar.spent(begin, deadline), budget * HOUR_MS);
        }
    }

    #[test]
    fn the_end_of_time_and_times_that_run_backwards_do_no_harm() {
        let calendar = calendar("Europe/Paris 23:00-07:00", Weekends::Pause, &[]);
        assert_eq!(calendar.deadline(at("2026-11-23T06:00:00Z"), -7), at("2026-11-23T06:00:00Z"));
        assert_eq!(calendar.spent(Timestamp(50_000), Timestamp(5)), 0);
        assert!(calendar.deadline(Timestamp(0), 90 * DAY_MS) < Timestamp(300 * DAY_MS));
        let always = Calendar::new(None, Weekends::Run, Vec::new()).expect("UTC");
        assert_eq!(always.deadline(Timestamp(7), i64::MAX), Timestamp(i64::MAX));
        let forever = vec![TimeSpan { from: Timestamp(0), until: Timestamp(i64::MAX) }];
        let never = Calendar::new(None, Weekends::Run, forever).expect("UTC");
        assert_eq!(never.deadline(Timestamp(7), 1), Timestamp(i64::MAX));
        let strange = ClockHours { zone: "Europe/Atlantis".into(), sleep: None };
        assert_eq!(
            Calendar::new(Some(&strange), Weekends::Run, Vec::new()).expect_err("sunk"),
            NoSuchZone(strange.zone)
        );
    }

    const ZONES: [&str; 9] = [
        "UTC",
        "Europe/Paris",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "Africa/Casablanca",
        "Antarctica/Troll",
        "America/Santiago",
        "Pacific/Chatham",
    ];

    fn any_calendar() -> impl Strategy<Value = (Calendar, Timestamp)> {
        let sleep = proptest::option::of((0..1440_u16, 1..=720_u16));
        let pauses = proptest::collection::vec((-3000..9000_i64, 0..6000_i64), 0..4);
        // Whole minutes of the years 2025 to 2028.
        let begin = 28_928_160..31_032_000_i64;
        (0..ZONES.len(), any::<bool>(), sleep, pauses, begin).prop_map(|(zone, pause, sleep, pauses, begin)| {
            let begin = Timestamp(begin * MINUTE_MS);
            let sleep = sleep
                .map(|(from, minutes)| SleepHours::new(from, (from + minutes) % 1440).expect("at most half a day"));
            let span = |(from, minutes): (i64, i64)| {
                let from = begin.plus(from * MINUTE_MS);
                TimeSpan { from, until: from.plus(minutes * MINUTE_MS) }
            };
            let pauses = pauses.into_iter().map(span).collect();
            let weekends = if pause { Weekends::Pause } else { Weekends::Run };
            let hours = ClockHours { zone: ZONES[zone].to_owned(), sleep };
            (Calendar::new(Some(&hours), weekends, pauses).expect("a zone"), begin)
        })
    }

    fn runs_in(calendar: &Calendar, at: Timestamp) -> bool {
        let wall = jiff::Timestamp::from_millisecond(at.0).expect("our days").to_zoned_datetime(calendar.zone.clone());
        let is_weekend = matches!(wall.weekday(), Weekday::Saturday | Weekday::Sunday);
        let minute = u16::from(wall.hour().unsigned_abs()) * 60 + u16::from(wall.minute().unsigned_abs());
        let rests = calendar.pauses.iter().any(|pause| pause.from <= at && at < pause.until);
        let sleeps = calendar.sleep.is_some_and(|sleep| {
            (0..1440).map(|step| (sleep.from() + step) % 1440).take_while(|at| *at != sleep.to()).any(|at| at == minute)
        });
        !(rests || sleeps || is_weekend && calendar.weekends == Weekends::Pause)
    }

    proptest! {
        #[test]
        fn what_is_spent_until_a_deadline_is_what_there_was((calendar, begin) in any_calendar(), budget in 1..40 * DAY_MS, later in 0..40 * DAY_MS) {
            let deadline = calendar.deadline(begin, budget);
            prop_assert_eq!(calendar.spent(begin, deadline), budget);
            prop_assert!(calendar.runs(deadline), "nothing falls due while it is paused");
            // A turn that begins later, or has more time, never ends earlier.
            prop_assert!(calendar.deadline(begin.plus(later), budget) >= deadline);
            prop_assert!(calendar.deadline(begin, budget + later) >= deadline);
            // Splitting the span changes nothing.
            let middle = begin.plus(later);
            prop_assert_eq!(calendar.spent(begin, middle) + calendar.spent(middle, middle.plus(budget)), calendar.spent(begin, middle.plus(budget)));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn a_walk_from_minute_to_minute_agrees((calendar, begin) in any_calendar(), minutes in 1..4000_i64) {
            let mut left = minutes;
            let mut at = begin;
            while left > 0 || !runs_in(&calendar, at) {
                let runs = runs_in(&calendar, at);
                prop_assert_eq!(runs, calendar.runs(at));
                left -= i64::from(runs);
                at = at.plus(MINUTE_MS);
            }
            prop_assert_eq!(calendar.deadline(begin, minutes * MINUTE_MS), at);
        }
    }
}
