//! Parsers of typed words, times of day, hours, days and steps, in every language. All commands share them; stored
//! values have their own format.

use discord::Interaction;
use games::domain::{SleepError, SleepHours};

use crate::commands::input::words::is_one;
use crate::commands::shared_options::Choice;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedChoice<'t> {
    /// Removes the person's own choice.
    Default,
    Off,
    Text(&'t str),
}

/// Recognizes the words for `off` and `default`, ignoring case and accents.
pub fn typed_choice(text: &str) -> TypedChoice<'_> {
    if is_one("typed-off", text) {
        TypedChoice::Off
    } else if is_one("typed-default", text) {
        TypedChoice::Default
    } else {
        TypedChoice::Text(text.trim())
    }
}

/// The value of a text option: `default` removes a choice, `off` is a choice of its own.
pub fn choice<T, E>(
    interaction: &Interaction,
    option: &str,
    off: T,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Choice<T>, E> {
    interaction.text(option).map_or(Ok(None), |text| match typed_choice(text) {
        TypedChoice::Default => Ok(Some(None)),
        TypedChoice::Off => Ok(Some(Some(off))),
        TypedChoice::Text(text) => Ok(Some(Some(read(text)?))),
    })
}

/// The value of a text option for which `off` is the same as `default`.
pub fn choice_or_none<T, E>(
    interaction: &Interaction,
    option: &str,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Choice<T>, E> {
    let read_some = |text: &str| read(text).map(Some);
    Ok(choice(interaction, option, None, read_some)?.map(Option::flatten))
}

/// The beginning of a text, for error messages.
pub fn shortened(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

/// Parses a time of day into its minute: `23:00`, `7h30`, `7`, `11 pm`.
pub fn time_of_day(text: &str) -> Option<u16> {
    let text = text.trim().to_lowercase();
    let (text, half) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(text), _) => (text.trim_end(), Some(0)),
        (_, Some(text)) => (text.trim_end(), Some(12)),
        _ => (text.as_str(), None),
    };
    let (hours, minutes) = text.split_once([':', 'h', '.']).unwrap_or((text, ""));
    let number = |text: &str| {
        let text = text.trim();
        let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u16>().ok().filter(|_| plain)
    };
    let minutes = if minutes.trim().is_empty() { 0 } else { number(minutes)? };
    let hours = match (number(hours)?, half) {
        (hours @ 1..=12, Some(half)) => hours % 12 + half,
        (_, Some(_)) => return None,
        (hours, None) => hours,
    };
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

/// Formats a minute of the day: `07:30`.
pub fn format_minute(minute: u16) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HoursError {
    NotTwo(String),
    NoTime(String),
    Empty,
    TooLong,
}

/// Sleeping hours between two typed times.
pub fn hours_between(from: &str, to: &str) -> Result<SleepHours, HoursError> {
    let parse = |text: &str| time_of_day(text).ok_or_else(|| HoursError::NoTime(shortened(text)));
    SleepHours::new(parse(from)?, parse(to)?).map_err(|error| match error {
        SleepError::TooLong(_) => HoursError::TooLong,
        _ => HoursError::Empty,
    })
}

/// Sleeping hours from one text: `22:00-07:00`, `10 pm - 7 am`.
pub fn read_hours(text: &str) -> Result<SleepHours, HoursError> {
    let (from, to) = text.split_once(['-', '–', '→']).ok_or_else(|| HoursError::NotTwo(shortened(text)))?;
    hours_between(from, to)
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn words_that_choose_nothing_are_known_in_both_languages() {
        for text in ["off", " None", "non", "aucune", "AUCUN", "jamais", "never", "désactivé", "desactive"] {
            assert_eq!(typed_choice(text), TypedChoice::Off, "{text}");
        }
        for text in ["default", "Défaut", "defaut", "par défaut", "as usual", "comme d'habitude"] {
            assert_eq!(typed_choice(text), TypedChoice::Default, "{text}");
        }
        for text in ["0", "7:00", "offset", "", "nonante"] {
            assert_eq!(typed_choice(text), TypedChoice::Text(text), "{text}");
        }
    }

    #[test]
    fn a_time_of_day_is_read_as_people_write_it() {
        for (text, minute) in [
            ("0:00", Some(0)),
            ("23:59", Some(1439)),
            (" 7 ", Some(420)),
            ("7h", Some(420)),
            ("07h30", Some(450)),
            ("7 h 30", Some(450)),
            ("7.30", Some(450)),
            ("12 am", Some(0)),
            ("12pm", Some(720)),
            ("11:15 PM", Some(23 * 60 + 15)),
            ("24:00", None),
            ("7:60", None),
            ("13 pm", None),
            ("0 am", None),
            ("", None),
            (":", None),
            ("7:5:1", None),
            ("-1", None),
            ("007", None),
            ("half past seven", None),
        ] {
            assert_eq!(time_of_day(text), minute, "{text}");
        }
    }

    #[test]
    fn hours_are_read_as_people_write_them() {
        for text in ["22:00-07:00", "22h-7h", "10 pm - 7 am", "22 – 7"] {
            assert_eq!(read_hours(text).map(|hours| hours.to_string()).as_deref(), Ok("22:00-07:00"), "{text}");
        }
        for (text, error) in [
            ("at night", HoursError::NotTwo("at night".into())),
            ("25:00-7:00", HoursError::NoTime("25:00".into())),
            ("7-7", HoursError::Empty),
            ("7-22", HoursError::TooLong),
        ] {
            assert_eq!(read_hours(text), Err(error), "{text}");
        }
    }
}
