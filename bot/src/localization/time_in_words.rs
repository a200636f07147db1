//! Durations in words, rounded down to minutes.

use games::domain::MINUTE_MS;

use crate::localization::{Language, localize};

/// All units of a duration: `5 days`, `1 day 12 hours`.
pub fn in_words(language: Language, millis: i64) -> String {
    let parts = units(language, millis);
    if parts.is_empty() { localize!(language, "time-minutes", count = 0_i64) } else { parts.join(" ") }
}

/// The largest unit, at least a minute: `12 days`.
pub fn about(language: Language, millis: i64) -> String {
    units(language, millis.max(MINUTE_MS)).swap_remove(0)
}

/// The two largest units, abbreviated: `3 d 4 h`.
pub fn span(language: Language, millis: i64) -> String {
    let minutes = millis.max(0) / MINUTE_MS;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let unit = |key| language.localize(key, &[]);
    let parts = [(days, unit("unit-day")), (hours, unit("unit-hour")), (minutes, unit("unit-minute"))];
    let first = parts.iter().position(|(number, _)| *number > 0).unwrap_or(2);
    let two = parts[first..]
        .iter()
        .take(2)
        .filter(|(number, _)| *number > 0)
        .map(|(number, unit)| format!("{number} {unit}"));
    let text = two.collect::<Vec<_>>().join(" ");
    if text.is_empty() { format!("0 {}", unit("unit-minute")) } else { text }
}

fn units(language: Language, millis: i64) -> Vec<String> {
    let minutes = millis.max(0) / MINUTE_MS;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let units = [
        (days, localize!(language, "time-days", count = days)),
        (hours, localize!(language, "time-hours", count = hours)),
        (minutes, localize!(language, "time-minutes", count = minutes)),
    ];
    units.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_told_in_its_two_largest_units() {
        for (minutes, english, french) in [
            (0, "0 min", "0 min"),
            (-5, "0 min", "0 min"),
            (59, "59 min", "59 min"),
            (60, "1 h", "1 h"),
            (61, "1 h 1 min", "1 h 1 min"),
            (1440, "1 d", "1 j"),
            (1440 + 59, "1 d", "1 j"),
            (3 * 1440 + 4 * 60 + 30, "3 d 4 h", "3 j 4 h"),
        ] {
            let millis = minutes * MINUTE_MS + 59_999;
            assert_eq!(
                (span(Language::ENGLISH, millis).as_str(), span(Language::of("fr"), millis).as_str()),
                (english, french)
            );
        }
    }

    #[test]
    fn a_span_is_told_in_all_its_units_or_in_the_largest_one() {
        for (minutes, all, largest) in [
            (-5, "0 minutes", "1 minute"),
            (0, "0 minutes", "1 minute"),
            (59, "59 minutes", "59 minutes"),
            (60, "1 hour", "1 hour"),
            (2 * 1440 - 1, "1 day 23 hours 59 minutes", "1 day"),
            (12 * 1440, "12 days", "12 days"),
        ] {
            let millis = minutes * MINUTE_MS + 59_999;
            let words = (in_words(Language::ENGLISH, millis), about(Language::ENGLISH, millis));
            assert_eq!(words, (all.to_owned(), largest.to_owned()), "{minutes}");
        }
    }
}
