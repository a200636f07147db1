//! Reminder times for the player on turn, chosen by the player or the host.

use crate::domain::clock::calendar::{self, Calendar, Weekends};
use crate::domain::game::{Game, Phase};
use crate::domain::ids::Timestamp;
use crate::domain::people::preferences::{Preferences, ReminderTarget};
use crate::domain::time_control::pace::{DAY_MS, HOUR_MS, MINUTE_MS};
use crate::domain::time_off::ClockHours;

pub const MOST_STEPS: usize = 5;

pub const SHORTEST_STEP: u32 = 5;

pub const LONGEST_STEP_DAYS: u32 = 30;

#[derive(Debug, Clone, Default)]
pub struct ReminderPlan {
    steps: Vec<i64>,
    /// Pauses in the player's quiet hours.
    quiet: Option<Calendar>,
}

impl ReminderPlan {
    /// The host's default steps: hours before the deadline.
    pub fn hours(hours_before: &[u32]) -> Self {
        Self { steps: hours_before.iter().map(|hours| i64::from(*hours) * HOUR_MS).collect(), quiet: None }
    }

    /// The player's choice, with the host's steps as default. Quiet hours without a zone are in UTC; those in a zone
    /// that no longer exists are ignored.
    pub fn of(preferences: &Preferences, hours_before: &[u32]) -> Self {
        if preferences.remind_where == Some(ReminderTarget::None) {
            return Self::default();
        }
        let mut plan = Self::hours(hours_before);
        if let Some(steps) = &preferences.steps {
            plan.steps = steps.iter().map(|minutes| i64::from(*minutes) * MINUTE_MS).collect();
        }
        plan.quiet = quiet_calendar(preferences);
        plan
    }

    /// Due times of the running turn's reminders, sorted and distinct. Skips steps at least as long as the turn. A
    /// reminder inside quiet hours moves to their start; if they start before the turn does, it is skipped, because
    /// the board that began the turn has already notified the player.
    pub fn due_times(&self, game: &Game) -> Vec<Timestamp> {
        let deadline = game.due_at().filter(|_| game.phase == Phase::Playing);
        let Some(deadline) = deadline else { return Vec::new() };
        let moved = |step: &i64| {
            let at = deadline.plus(-step);
            let at =
                self.quiet.as_ref().filter(|_| at > game.turn.started_at).map_or(at, |quiet| quiet.pause_began_at(at));
            (at > game.turn.started_at).then_some(at)
        };
        let mut due_times: Vec<Timestamp> = self.steps.iter().filter_map(moved).collect();
        due_times.sort_unstable();
        due_times.dedup();
        due_times
    }
}

fn quiet_calendar(preferences: &Preferences) -> Option<Calendar> {
    let zone = preferences.zone.clone().unwrap_or_else(|| "UTC".to_owned());
    let hours = ClockHours { zone, sleep: Some(preferences.quiet?) };
    Calendar::new(Some(&hours), Weekends::Run, Vec::new()).ok()
}

pub fn is_quiet(preferences: &Preferences, at: Timestamp) -> bool {
    quiet_calendar(preferences).is_some_and(|quiet| !quiet.runs(at))
}

/// The next instant after `after` at which the player's local time is `minute` of the day. A minute skipped in spring
/// moves later by the length of the gap; a repeated one counts at its first occurrence.
pub fn next_at(minute: u16, preferences: &Preferences, after: Timestamp) -> Timestamp {
    let zone =
        preferences.zone.as_deref().and_then(|zone| calendar::zone(zone).ok()).unwrap_or(jiff::tz::TimeZone::UTC);
    let hour_and_minute = || jiff::civil::Time::new((minute / 60) as i8, (minute % 60) as i8, 0, 0).ok();
    let next = || {
        let now = jiff::Timestamp::from_millisecond(after.0).ok()?.to_zoned_datetime(zone.clone());
        let time = hour_and_minute()?;
        // Yesterday too: local time jumps over midnight if a day is skipped.
        (-1..=3).find_map(|days| {
            let day = now.date().checked_add(jiff::Span::new().days(days)).ok()?;
            let at = zone.to_ambiguous_zoned_datetime(day.to_datetime(time)).compatible().ok()?;
            let at = Timestamp(at.timestamp().as_millisecond());
            (at > after).then_some(at)
        })
    };
    next().unwrap_or(after.plus(DAY_MS))
}

#[cfg(test)]
mod tests {
    use crate::domain::clock::due::tests::playing;
    use crate::domain::game::TurnClock;
    use crate::domain::time_off::SleepHours;

    use super::*;
    use proptest::prelude::*;
    use rules::Seat;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().expect(text).as_millisecond())
    }

    /// `steps` are in hours, `quiet` hours in `zone`.
    fn plan(steps: &[u32], zone: &str, quiet: &str) -> ReminderPlan {
        let quiet = (!quiet.is_empty()).then(|| quiet.parse().expect(quiet));
        let steps = Some(steps.iter().map(|hours| hours * 60).collect());
        ReminderPlan::of(&Preferences { steps, quiet, zone: Some(zone.to_owned()), ..Preferences::default() }, &[24, 3])
    }

    #[test]
    fn a_reminder_in_quiet_hours_comes_when_they_begin() {
        for (started_at, deadline, steps, zone, quiet, due_times) in [
            // The three-hour step falls on 04:00 in Paris.
            (
                "2026-11-18T06:00Z",
                "2026-11-21T06:00Z",
                &[24, 3][..],
                "Europe/Paris",
                "22:00-06:30",
                &["2026-11-20T06:00Z", "2026-11-20T21:00Z"][..],
            ),
            (
                "2026-11-18T06:00Z",
                "2026-11-21T06:00Z",
                &[24, 3],
                "Europe/Paris",
                "",
                &["2026-11-20T06:00Z", "2026-11-21T03:00Z"],
            ),
            // Both fall into one night: one reminder.
            ("2026-11-18T06:00Z", "2026-11-21T06:00Z", &[5, 3], "Europe/Paris", "22:00-07:00", &["2026-11-20T21:00Z"]),
            // Quiet hours began before the turn: the board itself notified the player.
            ("2026-11-20T23:00Z", "2026-11-21T23:00Z", &[20], "Europe/Paris", "22:00-07:00", &[]),
            // The end of quiet hours is exclusive.
            ("2026-11-18T06:00Z", "2026-11-21T06:00Z", &[3], "UTC", "22:00-03:00", &["2026-11-21T03:00Z"]),
            ("2026-11-18T06:00Z", "2026-11-21T06:00Z", &[3], "UTC", "22:00-03:01", &["2026-11-20T22:00Z"]),
            // In autumn 02:00-03:00 repeats, and both hours are quiet.
            ("2026-10-23T06:00Z", "2026-10-25T04:30Z", &[3], "Europe/Paris", "02:00-03:00", &["2026-10-25T00:00Z"]),
            // In spring 02:00-03:00 is skipped, and the quiet hours with it.
            ("2026-03-27T06:00Z", "2026-03-29T04:00Z", &[3], "Europe/Paris", "02:00-03:00", &["2026-03-29T01:00Z"]),
            // Quiet from 01:30; at 02:00 the clock jumps to 03:00, which is still quiet.
            ("2026-03-27T06:00Z", "2026-03-29T04:30Z", &[3], "Europe/Paris", "01:30-04:00", &["2026-03-29T00:30Z"]),
        ] {
            let game = running(at(started_at), at(deadline));
            let due_times: Vec<Timestamp> = due_times.iter().map(|text| at(text)).collect();
            assert_eq!(plan(steps, zone, quiet).due_times(&game), due_times, "{deadline} {zone} {quiet} {steps:?}");
        }
    }

    #[test]
    fn who_wants_none_gets_none_and_who_says_nothing_gets_the_hosts() {
        let game = playing(3);
        let preferences = Preferences::default();
        assert_eq!(ReminderPlan::of(&preferences, &[24, 3]).due_times(&game).len(), 2);
        assert!(
            ReminderPlan::of(&Preferences { steps: Some(vec![]), ..preferences.clone() }, &[24])
                .due_times(&game)
                .is_empty()
        );
        let nowhere =
            Preferences { remind_where: Some(ReminderTarget::None), steps: Some(vec![60]), ..preferences.clone() };
        assert!(ReminderPlan::of(&nowhere, &[24]).due_times(&game).is_empty());
        let sunk = Preferences { zone: Some("Atlantis".into()), quiet: "00:00-12:00".parse().ok(), ..preferences };
        assert_eq!(ReminderPlan::of(&sunk, &[24]).due_times(&game).len(), 1, "a zone that is gone stops no reminder");
    }

    #[test]
    fn a_time_of_day_comes_once_a_day_and_exists_when_the_clock_is_changed() {
        let paris = Preferences { zone: Some("Europe/Paris".into()), ..Preferences::default() };
        for (minute, after, next) in [
            (18 * 60, "2026-11-21T16:59Z", "2026-11-21T17:00Z"),
            (18 * 60, "2026-11-21T17:00Z", "2026-11-22T17:00Z"),
            // 02:30 is skipped on this day.
            (150, "2026-03-28T12:00Z", "2026-03-29T01:30Z"),
            (150, "2026-03-29T01:30Z", "2026-03-30T00:30Z"),
            // 02:30 repeats on this day; the first occurrence counts.
            (150, "2026-10-24T12:00Z", "2026-10-25T00:30Z"),
            (150, "2026-10-25T00:30Z", "2026-10-26T01:30Z"),
        ] {
            assert_eq!(next_at(minute, &paris, at(after)), at(next), "{minute} after {after}");
        }
        let apia = Preferences { zone: Some("Pacific/Apia".into()), ..Preferences::default() };
        let next = next_at(600, &apia, at("2011-12-30T09:30Z"));
        assert_eq!(next, at("2011-12-30T20:00Z"), "the day that was left out");
    }

    fn running(started_at: Timestamp, deadline: Timestamp) -> Game {
        let turn = TurnClock { deadline_at: Some(deadline), ..TurnClock::starting(Some(Seat(0)), started_at) };
        Game { turn, ..playing(3) }
    }

    const ZONES: [&str; 6] =
        ["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Chatham"];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn a_reminder_is_never_late_never_in_quiet_hours_and_never_before_its_turn(
            zone in 0..ZONES.len(), from in 0..1440_u16, length in 1..=720_u16,
            turn in 28_928_160..31_032_000_i64, lasts in 1..15_000_i64, step in 1..10_000_u32,
        ) {
            let quiet = SleepHours::new(from, (from + length) % 1440).expect("at most half a day");
            let preferences = Preferences { zone: Some(ZONES[zone].into()), quiet: Some(quiet), steps: Some(vec![step]), ..Preferences::default() };
            let started_at = Timestamp(turn * MINUTE_MS);
            let deadline = started_at.plus(lasts * MINUTE_MS);
            let game = running(started_at, deadline);
            let due = deadline.plus(-i64::from(step) * MINUTE_MS);
            let due_times = ReminderPlan::of(&preferences, &[]).due_times(&game);
            // Minute by minute: the last minute that is not quiet, or the first quiet one after it.
            let minute_before = |at: Timestamp| at.plus(-MINUTE_MS);
            let mut expected = due;
            while is_quiet(&preferences, expected) && is_quiet(&preferences, minute_before(expected)) {
                expected = minute_before(expected);
            }
            prop_assert!(expected <= due && due.since(expected) <= 14 * HOUR_MS);
            if expected > started_at {
                prop_assert_eq!(due_times, vec![expected]);
            } else {
                prop_assert!(due_times.is_empty());
            }
        }

        #[test]
        fn a_time_of_day_is_at_most_a_day_away(zone in 0..ZONES.len(), minute in 0..1440_u16, after in 28_928_160..31_032_000_i64) {
            let preferences = Preferences { zone: Some(ZONES[zone].into()), ..Preferences::default() };
            let after = Timestamp(after * MINUTE_MS);
            let next = next_at(minute, &preferences, after);
            prop_assert!(next > after && next.since(after) <= 26 * HOUR_MS, "{} after {}", next.0, after.0);
        }
    }
}
