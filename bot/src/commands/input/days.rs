//! Days as people type them: `2026-12-24`, `tomorrow`, `vendredi`, some with a time, in the person's time zone.

use games::domain::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;

use crate::commands::input::times::{format_minute, shortened, time_of_day};
use crate::commands::input::words::{by_language, is_one};
use crate::commands::layout_names::normalized;
use crate::localization::{Language, localize};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DayError {
    NoDay(String),
    /// A local time that occurs twice or not at all because of a clock change.
    NotOnce(String),
}

pub fn today(zone: &TimeZone, now: Timestamp) -> Date {
    jiff::Timestamp::from_millisecond(now.0).unwrap_or_default().to_zoned_datetime(zone.clone()).date()
}

pub fn weekday(language: Language, day: Date) -> String {
    let names = localize!(language, "weekdays");
    names.split(',').nth(day.weekday().to_monday_zero_offset() as usize).unwrap_or_default().trim().to_owned()
}

/// A day with an optional time, in a form that can be typed again.
pub fn format_day(date: Date, minute: Option<u16>) -> String {
    minute.map_or_else(|| date.to_string(), |minute| format!("{date} {}", format_minute(minute)))
}

/// The milliseconds of a time from now: `in 2 days`, `2d`, `48 h`.
fn time_ahead(text: &str) -> Option<i64> {
    let text = text.trim().to_lowercase();
    let words = text.split_once(char::is_whitespace).filter(|(word, _)| is_one("typed-in", word));
    let amount = words.map_or(text.as_str(), |(_, amount)| amount.trim_start());
    let (number, unit) = amount.split_at(amount.find(|c: char| !c.is_ascii_digit()).unwrap_or(amount.len()));
    let (number, unit) = match amount.split_once(char::is_whitespace) {
        Some((word, unit)) if number.is_empty() && is_one("typed-one", word) => (1, unit),
        _ => (number.parse::<u32>().ok()?, unit),
    };
    let units = [("typed-days", DAY_MS), ("typed-hours", HOUR_MS), ("typed-minutes", MINUTE_MS)];
    let (_, millis) = units.into_iter().find(|(key, _)| is_one(key, unit))?;
    // No further ahead than dates can be written.
    Some(i64::from(number) * millis).filter(|ahead| *ahead < 10_000 * DAY_MS)
}

/// The day and minute of a time from now, such as `in 2 days`.
pub fn find_time_ahead(text: &str, zone: &TimeZone, now: Timestamp) -> Option<(Date, u16)> {
    let at = jiff::Timestamp::from_millisecond(now.plus(time_ahead(text)?).0).ok()?;
    let wall = at.to_zoned_datetime(zone.clone());
    Some((wall.date(), wall.hour() as u16 * 60 + wall.minute() as u16))
}

/// The start of a day, or the given time on it, in this zone, or a time from now; `None` for now.
pub fn read(text: &str, zone: &TimeZone, now: Timestamp) -> Result<Option<Timestamp>, DayError> {
    if let Some(ahead) = time_ahead(text) {
        return Ok((ahead > 0).then(|| now.plus(ahead)));
    }
    let today = today(zone, now);
    let (date, minute) = find_day(text, today).ok_or_else(|| DayError::NoDay(shortened(text)))?;
    if minute.is_none() && date == today {
        return Ok(None);
    }
    let wall = date.at((minute.unwrap_or(0) / 60) as i8, (minute.unwrap_or(0) % 60) as i8, 0, 0);
    let instant = zone.to_ambiguous_zoned_datetime(wall);
    // If a clock change skips midnight, the day starts at its first instant.
    let instant = if minute.is_none() { instant.compatible() } else { instant.unambiguous() };
    let instant = instant.map_err(|_| DayError::NotOnce(shortened(text)))?;
    Ok(Some(Timestamp(instant.timestamp().as_millisecond())))
}

/// The day that a text names, relative to today, with the minute of the day if it names one.
pub fn find_day(text: &str, today: Date) -> Option<(Date, Option<u16>)> {
    let text = text.trim();
    if let Some((day, time)) = text.split_at_checked("2026-12-24".len())
        && let Ok(date) = day.parse::<Date>()
    {
        let time = time.trim_start_matches(['T', 't', ' ']);
        return with_time(date, time);
    }
    let (word, time) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let date = if let Ok(date) = Date::strptime("%d.%m.%Y", word) {
        date
    } else if is_one("typed-today", word) {
        today
    } else if is_one("typed-tomorrow", word) {
        today.tomorrow().ok()?
    } else {
        today.nth_weekday(1, of_the_week(word)?).ok()?
    };
    with_time(date, time)
}

fn with_time(date: Date, time: &str) -> Option<(Date, Option<u16>)> {
    if time.trim().is_empty() { Some((date, None)) } else { Some((date, Some(time_of_day(time)?))) }
}

/// The only weekday whose name starts with `word` in any language: `friday`, `fri`, `vendredi`.
fn of_the_week(word: &str) -> Option<Weekday> {
    let word = normalized(word);
    let names = by_language("weekdays").flat_map(|names| names.iter().enumerate());
    let mut matches = names.filter(|(_, name)| word.len() >= 3 && normalized(name).starts_with(&word));
    let (first, _) = matches.next()?;
    matches.all(|(other, _)| other == first).then(|| Weekday::from_monday_zero_offset(first as i8).ok())?
}

#[cfg(test)]
mod tests {
    use games::domain::clock::calendar::zone;

    use super::*;

    #[test]
    fn a_day_is_read_as_people_name_it() {
        // A Friday.
        let today = jiff::civil::date(2026, 11, 20);
        for (text, expected) in [
            ("2026-12-24", "2026-12-24"),
            ("tomorrow", "2026-11-21"),
            ("Demain", "2026-11-21"),
            ("today", "2026-11-20"),
            ("aujourd'hui", "2026-11-20"),
            ("monday", "2026-11-23"),
            ("friday", "2026-11-27"),
            ("fri", "2026-11-27"),
            ("lundi 18h", "2026-11-23 18:00"),
            ("morgen 7:30", "2026-11-21 07:30"),
            ("2026-12-24T18h", "2026-12-24 18:00"),
            (" 2026-12-24 6 pm", "2026-12-24 18:00"),
            ("31.12.2026", "2026-12-31"),
            ("1.2.2027 18:00", "2027-02-01 18:00"),
            ("31.02.2027", ""),
            ("2026-12-24 25:00", ""),
            ("2026-02-30", ""),
            ("24/12", ""),
            ("fr", ""),
            ("someday", ""),
            ("", ""),
        ] {
            let found = find_day(text, today).map_or_else(String::new, |(date, minute)| format_day(date, minute));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_day_is_read_in_the_zone_of_its_reader() {
        let paris = zone("europe/paris").expect("a zone, capitals or not");
        let at = |text: &str| Timestamp(text.parse::<jiff::Timestamp>().expect(text).as_millisecond());
        let now = at("2026-03-20T10:00:00Z");
        for (text, expected) in [
            ("2026-12-24", Ok(Some(at("2026-12-23T23:00:00Z")))),
            (" 2026-12-24 18:30 ", Ok(Some(at("2026-12-24T17:30:00Z")))),
            ("tomorrow 6 pm", Ok(Some(at("2026-03-21T17:00:00Z")))),
            ("2026-03-20", Ok(None)),
            ("now", Ok(None)),
            ("in 2 days", Ok(Some(now.plus(2 * DAY_MS)))),
            ("2d", Ok(Some(now.plus(2 * DAY_MS)))),
            ("48h", Ok(Some(now.plus(2 * DAY_MS)))),
            ("In 20 Minuten", Ok(Some(now.plus(20 * MINUTE_MS)))),
            ("Dans un jour", Ok(Some(now.plus(DAY_MS)))),
            ("in an hour", Ok(Some(now.plus(HOUR_MS)))),
            ("99999999d", Err(DayError::NoDay("99999999d".into()))),
            ("2 marbles", Err(DayError::NoDay("2 marbles".into()))),
            ("2026-03-20 9:00", Ok(Some(at("2026-03-20T08:00:00Z")))),
            ("2026-03-29 02:30", Err(DayError::NotOnce("2026-03-29 02:30".into()))),
            ("2026-10-25 02:30", Err(DayError::NotOnce("2026-10-25 02:30".into()))),
            ("2026-02-30", Err(DayError::NoDay("2026-02-30".into()))),
        ] {
            assert_eq!(read(text, &paris, now), expected, "{text}");
        }
        // Summer time begins at midnight in Beirut, so the day starts at one.
        let beirut = zone("Asia/Beirut").expect("a zone");
        assert_eq!(read("2026-03-29", &beirut, now), Ok(Some(at("2026-03-28T22:00:00Z"))));
        // In Paris it is already tomorrow.
        assert_eq!(today(&paris, at("2026-03-20T23:30:00Z")), jiff::civil::date(2026, 3, 21));
    }
}
