//! Whether a clock is paused in a given minute, written out by hand without a time zone table.

use games::domain::{TakebackPreference, UserId};

use crate::simulation::reference::{DAY, HOUR, MINUTE};

/// The time zones of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    Utc,
    Kolkata,
    Paris,
    NewYork,
}

/// Zone, and hours of sleep as minutes of the day.
#[derive(Debug, Clone, Copy)]
pub struct Location {
    pub zone: Zone,
    pub sleep: Option<(i64, i64)>,
}

/// When the clock of a turn is paused.
#[derive(Debug, Clone, Copy)]
pub struct ClockHours {
    pub origin: Location,
    pub weekends: bool,
    pub sleeps: bool,
    pub vacation: VacationPolicy,
}

/// Whether a vacation pauses the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VacationPolicy {
    Never,
    /// Only vacations started by the player.
    Asked,
    /// Also vacations that start automatically before a loss on time.
    Automatic,
}

/// A player's settings.
#[derive(Debug, Clone)]
pub struct Wants {
    /// Reminders, in minutes before the end of a turn.
    pub steps: Vec<i64>,
    /// No reminder in these hours: it comes when they begin.
    pub quiet: ClockHours,
    pub automatic: bool,
    pub takes_back: TakebackPreference,
}

impl Wants {
    /// The reminders of a turn that begins at `begin` and is lost at `lost`.
    pub fn reminders(&self, begin: i64, lost: i64) -> Vec<i64> {
        let mut due = Vec::new();
        for step in &self.steps {
            let mut at = lost - step * MINUTE;
            if at > begin && self.quiet.is_paused(at) {
                at -= at.rem_euclid(MINUTE);
                while self.quiet.is_paused(at - MINUTE) {
                    at -= MINUTE;
                }
            }
            due.extend(Some(at).filter(|at| *at > begin));
        }
        due
    }
}

/// A vacation as it became known at an instant.
#[derive(Debug, Clone, Copy)]
pub struct VacationEntry {
    pub user: UserId,
    pub known: i64,
    /// Distinguishes vacations of one player.
    pub number: u32,
    pub from: i64,
    pub until: i64,
    /// Whether it started automatically.
    pub automatic: bool,
}

impl VacationEntry {
    /// The spans known at this instant.
    pub fn standing<'l>(all: impl IntoIterator<Item = &'l Self>, at: i64) -> Vec<(i64, i64)> {
        let mut spans = Vec::<(u32, (i64, i64))>::new();
        for entry in all.into_iter().filter(|entry| entry.known <= at) {
            spans.retain(|(number, _)| *number != entry.number);
            spans.push((entry.number, (entry.from, entry.until)));
        }
        spans.into_iter().map(|(_, span)| span).collect()
    }

    /// The end of an automatic vacation that replaces a loss at `lost` and starts at `noticed`: three days, limited
    /// by the days left in each year and by the next vacation. Computed minute by minute. `None` if it would not
    /// help.
    pub fn automatic_until(taken: &[(i64, i64)], lost: i64, noticed: i64) -> Option<i64> {
        const YEARS: [(i64, i64); 2] = [
            (crate::simulation::world::BEGINNING.0, crate::simulation::world::BEGINNING.0 + 365 * DAY),
            (crate::simulation::world::BEGINNING.0 + 365 * DAY, crate::simulation::world::BEGINNING.0 + 730 * DAY),
        ];
        let mut left = YEARS.map(|year| {
            let days_off: i64 = taken.iter().map(|span| (span.1.min(year.1) - span.0.max(year.0)).max(0)).sum();
            30 * DAY - days_off
        });
        let next = taken.iter().filter(|span| span.0 > lost && span.1 > span.0).map(|span| span.0).min();
        let end = (lost + 3 * DAY + noticed - lost).min(next.unwrap_or(i64::MAX));
        let mut until = lost;
        while until < end {
            let year = usize::from(until >= YEARS[1].0);
            let step = MINUTE.min(end - until).min(YEARS[year].1 - until).min(left[year]);
            if step <= 0 {
                break;
            }
            left[year] -= step;
            until += step;
        }
        let is_useful = Some(until) == next || (until > noticed && until - lost >= HOUR);
        (is_useful && until > lost).then_some(until)
    }
}

impl Zone {
    pub fn name(self) -> &'static str {
        match self {
            Self::Utc => "UTC",
            Self::Kolkata => "Asia/Kolkata",
            Self::Paris => "Europe/Paris",
            Self::NewYork => "America/New_York",
        }
    }

    /// The offset of local time from UTC.
    fn ahead(self, at: i64) -> i64 {
        let (month, day, weekday, hour) = date(at);
        match self {
            Self::Utc => 0,
            Self::Kolkata => 5 * HOUR + 30 * MINUTE,
            // From the last Sunday of March to the last of October, at one o'clock UTC.
            Self::Paris => {
                let since_sunday = day - weekday;
                let after_change = since_sunday + 7 > 31 && (weekday > 0 || hour >= 1);
                let summer = match month {
                    4..=9 => true,
                    3 => after_change,
                    10 => !after_change,
                    _ => false,
                };
                if summer { 2 * HOUR } else { HOUR }
            }
            // From the second Sunday of March at seven UTC to the first of November at six.
            Self::NewYork => {
                let sundays = |at_hour: i64| (day - weekday + 6) / 7 - i64::from(weekday == 0 && hour < at_hour);
                let summer = match month {
                    4..=10 => true,
                    3 => sundays(7) >= 2,
                    11 => sundays(6) < 1,
                    _ => false,
                };
                if summer { -4 * HOUR } else { -5 * HOUR }
            }
        }
    }
}

/// Month, day, day of the week from Sunday, and hour, of an instant in 2026.
fn date(at: i64) -> (i64, i64, i64, i64) {
    // The first of January 2026 was a Thursday.
    let of_the_year = (at - crate::simulation::world::BEGINNING.0).div_euclid(DAY);
    let weekday = (of_the_year + 4).rem_euclid(7);
    let mut day = of_the_year;
    let mut month = 1;
    for length in [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    (month, day + 1, weekday, at.rem_euclid(DAY) / HOUR)
}

impl ClockHours {
    pub const ALWAYS: Self = Self {
        origin: Location { zone: Zone::Utc, sleep: None },
        weekends: false,
        sleeps: false,
        vacation: VacationPolicy::Never,
    };

    /// Whether the clock is paused in the minute of this instant.
    pub fn is_paused(&self, at: i64) -> bool {
        if !self.weekends && !self.sleeps {
            return false;
        }
        let wall = at + self.origin.zone.ahead(at);
        let (.., weekday, _) = date(wall);
        let minute = wall.rem_euclid(DAY) / MINUTE;
        let weekend = self.weekends && matches!(weekday, 0 | 6);
        let asleep = self.sleeps
            && self.origin.sleep.is_some_and(|(from, to)| {
                if from < to { (from..to).contains(&minute) } else { minute >= from || minute < to }
            });
        weekend || asleep
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::world::BEGINNING;

    #[test]
    fn summer_time_begins_and_ends_on_the_right_days() {
        let at = |day: i64, hour: i64| BEGINNING.0 + day * DAY + hour * HOUR;
        assert_eq!(date(at(0, 0)), (1, 1, 4, 0));
        // 29 March, 25 October, 8 March and 1 November.
        for (zone, day, hour, before, after) in [
            (Zone::Paris, 87, 1, 1, 2),
            (Zone::Paris, 297, 1, 2, 1),
            (Zone::NewYork, 66, 7, -5, -4),
            (Zone::NewYork, 304, 6, -4, -5),
        ] {
            let change = at(day, hour);
            assert_eq!(
                (zone.ahead(change - 1), zone.ahead(change)),
                (before * HOUR, after * HOUR),
                "{zone:?} {:?}",
                date(change)
            );
        }
    }
}
