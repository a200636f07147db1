//! Days as people name them: `2026-12-24`, `24/12`, `demain`, `friday 18h`, `in 3 days`. Read by the calendar on their wall.

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan as _};

use crate::commands::input::times::{clock, shortened, time_of_day};
use crate::commands::input::words::{by_language, is_one, words};
use crate::commands::layout_names::normalized;
use crate::discord::localization::{Language, localize};
use crate::domain::Timestamp;

/// Why a text names no instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DayError {
    /// Not understood.
    NoDay(String),
    /// It may be either of two days, at this minute if it names one.
    Either(String, [Date; 2], Option<u16>),
    /// A time that comes twice, or not at all, because the clocks are changed.
    NotOnce(String),
}

/// Today in this zone.
pub fn today(zone: &TimeZone, now: Timestamp) -> Date {
    jiff::Timestamp::from_millisecond(now.0).unwrap_or_default().to_zoned_datetime(zone.clone()).date()
}

/// The name of a day of the week.
pub fn weekday(language: Language, day: Date) -> String {
    let names = localize!(language, "weekdays");
    names.split(',').nth(day.weekday().to_monday_zero_offset() as usize).unwrap_or_default().trim().to_owned()
}

/// A day, or a day with a time, as it can be typed again.
pub fn written(date: Date, minute: Option<u16>) -> String {
    minute.map_or_else(|| date.to_string(), |minute| format!("{date} {}", clock(minute)))
}

/// The instant that a day, or a day with a time, begins in this zone; `None` for now.
pub fn read(text: &str, language: Language, zone: &TimeZone, now: Timestamp) -> Result<Option<Timestamp>, DayError> {
    let today = today(zone, now);
    let (date, minute) = named(text, language, today)?;
    if minute.is_none() && date == today {
        return Ok(None);
    }
    let wall = date.at((minute.unwrap_or(0) / 60) as i8, (minute.unwrap_or(0) % 60) as i8, 0, 0);
    let instant = zone.to_ambiguous_zoned_datetime(wall);
    // A day begins where it begins, even if the clocks are changed at midnight.
    let instant = if minute.is_none() { instant.compatible() } else { instant.unambiguous() };
    let instant = instant.map_err(|_| DayError::NotOnce(shortened(text)))?;
    Ok(Some(Timestamp(instant.timestamp().as_millisecond())))
}

/// The day that a text names, seen from today, with the minute of the day if it names one.
pub fn named(text: &str, language: Language, today: Date) -> Result<(Date, Option<u16>), DayError> {
    let text = text.trim().chars().take(60).collect::<String>().to_lowercase();
    match day(&text, language, today) {
        Err(DayError::NoDay(_)) => {}
        found => return found.map(|date| (date, None)),
    }
    // A time stands behind the day.
    for (at, between) in text.char_indices().filter(|(_, c)| c.is_whitespace() || *c == 't') {
        let (date, time) = (&text[..at], &text[at + between.len_utf8()..]);
        if let Some(minute) = time_of_day(time) {
            let date = date.trim_end();
            let date = words("typed-at").find_map(|word| date.strip_suffix(&format!(" {word}"))).unwrap_or(date);
            let date = date.trim_end_matches(',');
            match day(date, language, today) {
                Err(DayError::NoDay(_)) => {}
                Err(DayError::Either(_, days, _)) => {
                    return Err(DayError::Either(shortened(&text), days, Some(minute)));
                }
                found => return found.map(|date| (date, Some(minute))),
            }
        }
    }
    Err(DayError::NoDay(shortened(&text)))
}

fn day(text: &str, language: Language, today: Date) -> Result<Date, DayError> {
    let text = text.trim();
    let unknown = || DayError::NoDay(shortened(text));
    // Anything longer would be read too, its time left out.
    if text.len() == "2026-12-24".len()
        && let Ok(date) = text.parse::<Date>()
    {
        return Ok(date);
    }
    let later = |span: Span| today.checked_add(span).map_err(|_| unknown());
    let word = normalized(text);
    let word = word.trim_matches('-');
    let days = [("typed-today", 0), ("typed-tomorrow", 1), ("typed-after-tomorrow", 2)];
    if let Some((_, ahead)) = days.into_iter().find(|(key, _)| is_one(key, word)) {
        return later(ahead.days());
    }
    let words: Vec<&str> = word.split('-').filter(|word| !word.is_empty()).collect();
    if let Some(days) = in_so_many(&words) {
        return later(days.days());
    }
    if let Some(wanted) = of_the_week(&words) {
        return today.nth_weekday(1, wanted).map_err(|_| unknown());
    }
    if let Some((month, day, year)) = with_a_month(&words) {
        return in_year(today, year, month, day).ok_or_else(unknown);
    }
    numbers(text, language, today)
}

/// `in 3 days`, `dans une semaine`, `3 jours`, `2w`.
fn in_so_many(words: &[&str]) -> Option<i64> {
    let words = match words {
        [first, rest @ ..] if is_one("typed-in", first) => rest,
        _ => words,
    };
    let (number, unit) = match words {
        [number, unit] => ((*number).to_owned(), *unit),
        [both] => {
            let digits = both.bytes().take_while(u8::is_ascii_digit).count();
            (both[..digits].to_owned(), &both[digits..])
        }
        _ => return None,
    };
    let number: i64 = if is_one("typed-one", &number) { 1 } else { number.parse().ok()? };
    let days = match unit {
        unit if is_one("typed-days", unit) => 1,
        unit if is_one("typed-weeks", unit) => 7,
        _ => return None,
    };
    number.checked_mul(days).filter(|days| (0..=10_000).contains(days))
}

/// `friday`, `fri`, `next friday`, `vendredi prochain`.
fn of_the_week(words: &[&str]) -> Option<Weekday> {
    let word = match words {
        [word] => word,
        [next, word] if is_one("typed-next", next) => word,
        [word, next] if is_one("typed-next", next) => word,
        _ => return None,
    };
    let found = only("weekdays", word)?;
    Weekday::from_monday_zero_offset(found as i8).ok()
}

/// `24 december`, `Dec 24`, `1er janvier 2027`: month, day, year.
fn with_a_month(words: &[&str]) -> Option<(i8, i8, Option<i16>)> {
    let (first, second, year) = match words {
        [first, second] => (*first, *second, None),
        // Two digits are the hour.
        [first, second, year] if year.len() == 4 => (*first, *second, Some(year.parse().ok()?)),
        _ => return None,
    };
    let number = |word: &str| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let behind = word.len() == digits || is_one("typed-ordinals", &word[digits..]);
        word[..digits].parse::<i8>().ok().filter(|_| behind)
    };
    let (month, day) = match (only("months", first), only("months", second)) {
        (Some(month), None) => (month, number(second)?),
        (None, Some(month)) => (month, number(first)?),
        _ => return None,
    };
    Some((month as i8 + 1, day, year))
}

/// The only one of these, in any language, that begins so.
fn only(key: &str, word: &str) -> Option<usize> {
    let names = || by_language(key).flat_map(|names| names.iter().enumerate());
    let fits = |name: &String| word.len() >= 3 && normalized(name).starts_with(word);
    let mut found = names().filter(|(_, name)| fits(name)).map(|(index, _)| index);
    let first = found.next()?;
    found.all(|index| index == first).then_some(first)
}

/// That day of that year; without one, the next there is, today among them.
fn in_year(today: Date, year: Option<i16>, month: i8, day: i8) -> Option<Date> {
    match year {
        Some(year) => Date::new(year, month, day).ok(),
        None => {
            (0..=8).filter_map(|later| Date::new(today.year() + later, month, day).ok()).find(|date| *date >= today)
        }
    }
}

/// `24/12`, `24.12.2026`, `12-24`: day and month where only one order is a date. With dots the day is first, and in some languages with
/// a slash; otherwise, where both are one, who writes it is asked.
fn numbers(text: &str, language: Language, today: Date) -> Result<Date, DayError> {
    let unknown = || DayError::NoDay(shortened(text));
    let separator = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| "/.-".contains(*c)).ok_or_else(unknown)?;
    let parts: Vec<&str> = text.trim_end_matches('.').split(separator).collect();
    let is_number = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let (first, second, year) = match parts.as_slice() {
        [first, second] if parts.iter().all(is_number) => (*first, *second, None),
        [first, second, year] if year.len() == 4 && parts.iter().all(is_number) => {
            (*first, *second, Some(year.parse::<i16>().map_err(|_| unknown())?))
        }
        _ => return Err(unknown()),
    };
    let date = |day: &str, month: &str| in_year(today, year, month.parse().ok()?, day.parse().ok()?);
    let day_is_first = separator == '.' || (separator == '/' && localize!(language, "date-order") == "day-first");
    match (date(first, second), date(second, first)) {
        (Some(one), Some(other)) if one != other && !day_is_first => {
            Err(DayError::Either(shortened(text), [one, other], None))
        }
        (Some(date), _) => Ok(date),
        (None, Some(date)) if separator != '.' => Ok(date),
        _ => Err(unknown()),
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::clock::calendar::zone;

    use super::*;

    /// A Friday.
    const TODAY: Date = jiff::civil::date(2026, 11, 20);

    #[test]
    fn a_day_is_read_as_people_name_it() {
        for (text, expected) in [
            ("2026-12-24", "2026-12-24"),
            ("24/12", "2026-12-24"),
            ("24.12.", "2026-12-24"),
            ("12-24", "2026-12-24"),
            ("24-12", "2026-12-24"),
            ("12/24/2027", "2027-12-24"),
            ("1.2.", "2027-02-01"),
            ("20/11", "2026-11-20"),
            ("19/11", "2027-11-19"),
            ("5/5", "2027-05-05"),
            ("29.2.", "2028-02-29"),
            ("tomorrow", "2026-11-21"),
            ("Demain", "2026-11-21"),
            ("après-demain", "2026-11-22"),
            ("today", "2026-11-20"),
            ("aujourd'hui", "2026-11-20"),
            ("in 3 days", "2026-11-23"),
            ("dans 3 jours", "2026-11-23"),
            ("dans une semaine", "2026-11-27"),
            ("2 weeks", "2026-12-04"),
            ("3j", "2026-11-23"),
            ("monday", "2026-11-23"),
            ("friday", "2026-11-27"),
            ("next fri", "2026-11-27"),
            ("lundi prochain", "2026-11-23"),
            ("24 december", "2026-12-24"),
            ("Dec 24th", "2026-12-24"),
            ("1er janvier", "2027-01-01"),
            ("15 août 2027", "2027-08-15"),
            ("morgen", "2026-11-21"),
            ("übermorgen", "2026-11-22"),
            ("in einer woche", "2026-11-27"),
            ("nächsten montag", "2026-11-23"),
            ("24. dezember", "2026-12-24"),
            ("3. märz", "2027-03-03"),
            ("24 december 18", ""),
            ("dec 24 26", ""),
            ("3 mar", "2027-03-03"),
            ("mar", "2026-11-24"),
            ("6 jui", ""),
            ("5/6", "?"),
            ("05-06", "?"),
            ("24/12/26", ""),
            ("13/13", ""),
            ("30.2.", ""),
            ("2026-02-30", ""),
            ("someday", ""),
            ("in 99999 days", ""),
            ("t", ""),
            ("", ""),
        ] {
            let found = match day(&text.to_lowercase(), Language::ENGLISH, TODAY) {
                Ok(date) => date.to_string(),
                Err(DayError::Either(..)) => "?".to_owned(),
                Err(_) => String::new(),
            };
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(day("5/6", Language::of("fr"), TODAY), Ok(jiff::civil::date(2027, 6, 5)));
    }

    #[test]
    fn a_day_is_read_in_the_zone_of_its_reader() {
        let paris = zone("europe/paris").expect("a zone, capitals or not");
        let at = |text: &str| Timestamp(text.parse::<jiff::Timestamp>().expect(text).as_millisecond());
        let now = at("2026-03-20T10:00:00Z");
        for (text, expected) in [
            ("2026-12-24", Ok(Some(at("2026-12-23T23:00:00Z")))),
            (" 2026-12-24 18:30 ", Ok(Some(at("2026-12-24T17:30:00Z")))),
            ("2026-12-24T18h", Ok(Some(at("2026-12-24T17:00:00Z")))),
            ("24 décembre à 18h", Ok(Some(at("2026-12-24T17:00:00Z")))),
            ("24. dezember um 18 uhr", Ok(Some(at("2026-12-24T17:00:00Z")))),
            ("24 december 18", Ok(Some(at("2026-12-24T17:00:00Z")))),
            ("dec 24 26", Err(DayError::NoDay("dec 24 26".into()))),
            ("5/5 18h", Ok(Some(at("2026-05-05T16:00:00Z")))),
            ("tomorrow at 6 pm", Ok(Some(at("2026-03-21T17:00:00Z")))),
            ("august 3 at noon", Ok(Some(at("2026-08-03T10:00:00Z")))),
            ("2026-03-20", Ok(None)),
            ("now", Ok(None)),
            ("2026-03-20 9:00", Ok(Some(at("2026-03-20T08:00:00Z")))),
            ("2026-03-29 02:30", Err(DayError::NotOnce("2026-03-29 02:30".into()))),
            ("2026-10-25 02:30", Err(DayError::NotOnce("2026-10-25 02:30".into()))),
            ("2026-02-30", Err(DayError::NoDay("2026-02-30".into()))),
            ("2026-12-24 25:00", Err(DayError::NoDay("2026-12-24 25:00".into()))),
            ("", Err(DayError::NoDay(String::new()))),
        ] {
            assert_eq!(read(text, Language::ENGLISH, &paris, now), expected, "{text}");
        }
        // Summer time begins at midnight in Beirut: the day begins at one.
        let beirut = zone("Asia/Beirut").expect("a zone");
        let begins = read("2026-03-29", Language::ENGLISH, &beirut, now);
        assert_eq!(begins, Ok(Some(at("2026-03-28T22:00:00Z"))));
        // And there it is tomorrow already.
        let night = at("2026-03-20T23:30:00Z");
        assert_eq!(today(&paris, night), jiff::civil::date(2026, 3, 21));
    }
}
