//! Autocompletion of times, hours, days and steps: the meaning of the input so far, then likely values.

use games::domain::{AHEAD_DAYS, MINUTE_MS, Timestamp};
use jiff::ToSpan as _;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::commands::input::days::{find_day, find_time_ahead, format_day, today, weekday};
use crate::commands::input::reminder_steps;
use crate::commands::input::times::{format_minute, read_hours, time_of_day};
use crate::commands::layout_names::{MAX_CHOICES, normalized};
use crate::commands::shared_options::DEFAULT;
use crate::context::Choices;
use crate::localization::time_in_words::span;
use crate::localization::{Language, localize};

/// Pairs of displayed label and sent value.
/// Each value once, at most as many as Discord shows.
fn distinct(choices: impl IntoIterator<Item = (String, String)>) -> Choices {
    let mut unique = Choices::new();
    for (label, value) in choices {
        if unique.len() < MAX_CHOICES && unique.iter().all(|(_, other)| *other != value) {
            unique.push((label.chars().take(100).collect(), value));
        }
    }
    unique
}

/// `off` and `default`, where the input may become one of them.
fn words(language: Language, typed: &str, off: &'static str) -> Choices {
    let query = normalized(typed.trim());
    let words = [(language.localize(off, &[]), "off"), (language.localize("choice-default", &[]), DEFAULT)];
    let fits = |label: &str, value: &str| value.starts_with(&query) || normalized(label).contains(&query);
    let fitting = words.into_iter().filter(|(label, value)| fits(label, value));
    fitting.map(|(label, value)| (label, value.to_owned())).collect()
}

/// Times of day; `usual` are offered for empty input.
pub fn times(language: Language, typed: &str, usual: &[u16], off: &'static str) -> Choices {
    let choice = |minute: u16| (format_minute(minute), format_minute(minute));
    let minutes: Vec<u16> = match time_of_day(typed) {
        Some(minute) => {
            let quarters = [15, 30, 45].map(|more| minute - minute % 60 + more);
            let afternoon = (minute < 720).then_some(minute + 720);
            std::iter::once(minute).chain(quarters).chain(afternoon).collect()
        }
        None if typed.trim().is_empty() => usual.to_vec(),
        None => Vec::new(),
    };
    distinct(minutes.into_iter().map(choice).chain(words(language, typed, off)))
}

pub fn nights(language: Language, typed: &str) -> Choices {
    let usual = ["22:00-07:00", "23:00-07:00", "21:00-08:00", "00:00-08:00"].map(str::to_owned);
    let candidates: Vec<String> = match (read_hours(typed), time_of_day(typed)) {
        (Ok(hours), _) => vec![hours.to_string()],
        // The end of the night is still to be typed.
        (_, Some(from)) => (6..=10).map(|to| format!("{}-{}", format_minute(from), format_minute(to * 60))).collect(),
        _ if typed.trim().is_empty() => usual.to_vec(),
        _ => Vec::new(),
    };
    let readable = candidates.into_iter().filter(|text| read_hours(text).is_ok()).map(|text| (text.clone(), text));
    distinct(readable.chain(words(language, typed, "choice-no-quiet")))
}

pub fn reminder_steps(language: Language, typed: &str) -> Choices {
    let label = |steps: &[u32]| {
        let steps: Vec<String> = steps.iter().map(|minutes| span(language, i64::from(*minutes) * MINUTE_MS)).collect();
        steps.join(", ")
    };
    let day = &localize!(language, "unit-day").to_lowercase();
    let usual =
        ["24h 3h".to_owned(), "12h 1h".to_owned(), format!("2{day} 12h 2h"), format!("3{day} 1{day}"), "1h".to_owned()];
    let query = typed.trim();
    let candidates: Vec<String> = if query.is_empty() {
        usual.to_vec()
    } else if query.ends_with(|c: char| c.is_ascii_digit()) {
        // The unit is still to be typed.
        ["h", day.as_str(), "min"].map(|unit| format!("{query}{unit}")).to_vec()
    } else {
        vec![query.to_owned()]
    };
    let parse = |text: String| {
        reminder_steps::read(&text).ok().filter(|steps| !steps.is_empty()).map(|steps| (label(&steps), text))
    };
    distinct(candidates.into_iter().filter_map(parse).chain(words(language, query, "choice-no-steps")))
}

/// Days, some with times: the input so far, and the next two weeks.
pub fn days(language: Language, typed: &str, zone: &TimeZone, now: Timestamp) -> Choices {
    let today = today(zone, now);
    let label_of =
        |date: Date, minute: Option<u16>| format!("{} {}", weekday(language, date), format_day(date, minute));
    // Dates that would be refused are not offered.
    let is_near =
        |(date, _): &(Date, Option<u16>)| *date >= today && *date <= today.saturating_add(i64::from(AHEAD_DAYS).days());
    let ahead = find_time_ahead(typed, zone, now).map(|(date, minute)| (date, Some(minute)));
    let typed_day = find_day(typed, today)
        .or(ahead)
        .into_iter()
        .filter(is_near)
        .map(|(date, minute)| (label_of(date, minute), format_day(date, minute)));
    let names = [localize!(language, "choice-today"), localize!(language, "choice-tomorrow")];
    let near = (0..=14_i64).filter_map(|ahead| {
        let date = today.checked_add(ahead.days()).ok()?;
        let label = match names.get(usize::try_from(ahead).ok()?) {
            Some(name) => format!("{name} · {}", label_of(date, None)),
            None => label_of(date, None),
        };
        Some((label, format_day(date, None)))
    });
    let query = normalized(typed.trim());
    distinct(typed_day.chain(near.filter(|(label, _)| normalized(label).contains(&query))))
}

#[cfg(test)]
mod tests {

    use super::*;

    fn values(choices: Choices) -> Vec<String> {
        assert!(choices.len() <= MAX_CHOICES && choices.iter().all(|(shown, _)| !shown.is_empty()));
        choices.into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn times_complete_as_they_are_typed() {
        let times = |typed: &str| values(times(Language::ENGLISH, typed, &[1380, 1410], "choice-no-digest"));
        assert_eq!(times(""), ["23:00", "23:30", "off", "default"]);
        assert_eq!(times("7"), ["07:00", "07:15", "07:30", "07:45", "19:00"]);
        assert_eq!(times("7h20"), ["07:20", "07:15", "07:30", "07:45", "19:20"]);
        assert_eq!(times("23:"), ["23:00", "23:15", "23:30", "23:45"]);
        assert_eq!(times("of"), ["off"]);
        assert!(times("lunch").is_empty());
    }

    #[test]
    fn nights_complete_as_they_are_typed() {
        let nights = |typed: &str| values(nights(Language::of("fr"), typed));
        assert_eq!(nights("").first().map(String::as_str), Some("22:00-07:00"));
        assert_eq!(nights("22h"), ["22:00-06:00", "22:00-07:00", "22:00-08:00", "22:00-09:00", "22:00-10:00"]);
        assert_eq!(nights("22h-7h"), ["22:00-07:00"]);
        assert_eq!(nights("jam"), ["off"]);
    }

    #[test]
    fn steps_complete_as_they_are_typed() {
        assert_eq!(reminder_steps(Language::of("fr"), "2j 3")[0], ("2 j, 3 h".to_owned(), "2j 3h".to_owned()));
        assert_eq!(values(reminder_steps(Language::ENGLISH, "90 min")), ["90 min"]);
        assert_eq!(values(reminder_steps(Language::ENGLISH, "non")), ["off"]);
        assert_eq!(values(reminder_steps(Language::ENGLISH, "")).len(), 7);
        assert!(values(reminder_steps(Language::ENGLISH, "soon")).is_empty());
    }

    #[test]
    fn days_complete_as_they_are_typed() {
        // Friday, 2026-11-20, 23:30 in UTC; Saturday in Paris.
        let now = Timestamp("2026-11-20T23:30:00Z".parse::<jiff::Timestamp>().expect("an instant").as_millisecond());
        let zone = jiff::tz::db().get("Europe/Paris").expect("a zone");
        let days = |language, typed: &str| days(language, typed, &zone, now);
        let first = |language, typed: &str| days(language, typed).into_iter().next();
        let is = |shown: &str, value: &str| Some((shown.to_owned(), value.to_owned()));
        assert_eq!(first(Language::ENGLISH, ""), is("today · Saturday 2026-11-21", "2026-11-21"));
        assert_eq!(first(Language::ENGLISH, "tom"), is("tomorrow · Sunday 2026-11-22", "2026-11-22"));
        assert_eq!(first(Language::of("fr"), "dem"), is("demain · dimanche 2026-11-22", "2026-11-22"));
        assert_eq!(first(Language::of("fr"), "2026-12-24 18h"), is("jeudi 2026-12-24 18:00", "2026-12-24 18:00"));
        assert_eq!(first(Language::ENGLISH, "in 2 days"), is("Monday 2026-11-23 00:30", "2026-11-23 00:30"));
        assert!(days(Language::ENGLISH, "someday soon").is_empty());
        assert_eq!(values(days(Language::ENGLISH, "2027-11-22")), ["2027-11-22"]);
        for refused in ["2026-11-20", "2027-11-23", "2030-01-01"] {
            assert!(days(Language::ENGLISH, refused).is_empty(), "{refused}");
        }
    }
}
