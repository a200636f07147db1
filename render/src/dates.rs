//! Days, months and years of a moment, in UTC: enough for an axis.

/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;
/// Milliseconds of an hour.
pub const HOUR: i64 = 3_600_000;
/// The last moment that four digits can name.
pub const LAST: i64 = 253_402_300_799_999;

/// Year, month and day of a day counted from 1970-01-01.
pub fn civil(days: i64) -> (i64, i64, i64) {
    // Years that begin in March end with the leap day (Howard Hinnant, "chrono-compatible low-level date algorithms").
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// The day, counted from 1970-01-01, of the first of a month; months beyond twelve go into later years.
pub fn first_of(year: i64, month: i64) -> i64 {
    let (year, month) = (year + (month - 1).div_euclid(12), (month - 1).rem_euclid(12) + 1);
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// `2026-11-21`, in every language.
pub fn day(at: i64) -> String {
    let (year, month, day) = civil(at.clamp(0, LAST).div_euclid(DAY));
    format!("{year}-{month:02}-{day:02}")
}

/// Moments worth a label between two others, at most so many, and the labels.
pub fn ticks(from: i64, to: i64, most: usize) -> Vec<(i64, String)> {
    let (from, to) = (from.clamp(0, LAST), to.clamp(0, LAST));
    let fits = |list: &Vec<(i64, String)>| !list.is_empty() && list.len() <= most.max(1);
    let clock = |at: i64| {
        let (_, month, day) = civil(at.div_euclid(DAY));
        format!("{month:02}-{day:02} {:02}:00", at.rem_euclid(DAY) / HOUR)
    };
    let every = |step: i64, label: &dyn Fn(i64) -> String| {
        let first = from.div_euclid(step) + i64::from(from.rem_euclid(step) > 0);
        let all = (first..).map(|i| i * step).take_while(|at| *at <= to);
        all.take(most + 1).map(|at| (at, label(at))).collect::<Vec<_>>()
    };
    let (first_year, first_month, _) = civil(from.div_euclid(DAY));
    let months = |step: i64, label: &dyn Fn(i64, i64) -> String| {
        let start = (first_year * 12 + first_month - 1).div_euclid(step);
        let all = (start..).map(|i| (i * step).div_euclid(12)).zip((start..).map(|i| (i * step).rem_euclid(12) + 1));
        let all = all.map(|(year, month)| (first_of(year, month) * DAY, label(year, month)));
        all.skip_while(|(at, _)| *at < from).take_while(|(at, _)| *at <= to).take(most + 1).collect::<Vec<_>>()
    };
    let hours = [1, 3, 6, 12].map(|step| every(step * HOUR, &clock));
    let days = [1, 2, 7, 14].map(|step| every(step * DAY, &day));
    let quarters = [1, 3, 6].map(|step| months(step, &|year, month| format!("{year}-{month:02}")));
    let years = [1, 2, 5, 10, 25, 100, 500, 2000].map(|step| months(12 * step, &|year, _| year.to_string()));
    let all = hours.into_iter().filter(|list| to - from <= 3 * DAY && !list.is_empty());
    let all = all.chain(days).chain(quarters).chain(years);
    all.into_iter().find(fits).unwrap_or_else(|| vec![(from, day(from))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_names_of_the_calendar() {
        for (days, name) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_778, "2026-11-21"), (2_932_896, "9999-12-31")]
        {
            assert_eq!(day(days * DAY), name);
        }
        assert_eq!(day(i64::MAX), "9999-12-31");
        for (year, month) in [(1970, 1), (2000, 3), (2024, 2), (2026, 12)] {
            assert_eq!(civil(first_of(year, month)), (year, month, 1));
        }
        assert_eq!(first_of(2025, 13), first_of(2026, 1));
    }

    #[test]
    fn there_are_as_many_ticks_as_there_is_room_for() {
        let now = 20_778 * DAY + 7 * HOUR;
        let spans = [1, HOUR, 5 * HOUR, DAY, 5 * DAY, 40 * DAY, 200 * DAY, 900 * DAY, 9000 * DAY, LAST - now];
        for span in spans {
            let found = ticks(now, now + span, 5);
            assert!((1..=5).contains(&found.len()), "{span}: {found:?}");
            assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 != pair[1].1), "{found:?}");
            assert!(found.iter().all(|(at, _)| (now..=now + span).contains(at)), "{span}: {found:?}");
        }
        let labels: Vec<String> = ticks(now, now + 100 * DAY, 5).into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["2026-12", "2027-01", "2027-02", "2027-03"]);
    }
}
