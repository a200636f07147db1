//! Reminder steps as people write them.

use crate::commands::input::times::{TypedChoice, shortened, typed_choice};
use crate::commands::input::words::words;
use crate::domain::{LONGEST_STEP_DAYS, MOST_STEPS, SHORTEST_STEP};

/// Why a text names no reminder steps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepsError {
    /// This part of it.
    #[error("no-step")]
    NoStep(String),
    /// Too near, or too far: this part of it.
    #[error("range")]
    Range(String),
    /// So many.
    #[error("too-many")]
    TooMany(usize),
}

/// What stands between steps.
const SEPARATORS: &str = ",;+/&";

const HOUR: u32 = 60;

const DAY: u32 = 24 * HOUR;

/// Reads reminder steps as people write them: `24h 3h`, `2d, 90 min`, `1j et 3h`, `1h30`; `none`, `off` or `0` for none at all.
/// Minutes behind hours belong to them (`1 h 30 min`); hours behind days do where something else separates the steps, as the
/// bot writes them (`1 d 6 h, 1 h`, but `2d 12h` are two). Gives minutes before the deadline, the longest first, each once.
pub fn read(text: &str) -> Result<Vec<u32>, StepsError> {
    let text = text.trim().to_lowercase();
    if text == "0" || typed_choice(&text) == TypedChoice::Off {
        return Ok(Vec::new());
    }
    let is_listed =
        text.contains(|c| SEPARATORS.contains(c)) || words("typed-and").any(|word| text.contains(&format!(" {word} ")));
    let mut steps: Vec<(u32, String)> = Vec::new();
    let mut rest = text.as_str();
    // The unit of the number before, where nothing but space lies between.
    let mut last = None;
    loop {
        let begin = rest.len();
        let near = rest.trim_start();
        rest = near.trim_start_matches(|c: char| c.is_whitespace() || SEPARATORS.contains(c));
        for word in words("typed-and") {
            rest = rest.strip_prefix(word).filter(|rest| rest.starts_with(' ')).unwrap_or(rest).trim_start();
        }
        if rest.len() < near.len() {
            last = None;
        }
        if rest.is_empty() {
            break;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = rest.split_at(digits);
        let behind = behind.trim_start();
        let unit_len = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(unit_len);
        let written = || shortened(if digits + unit_len == 0 { rest } else { &rest[..rest.len() - behind.len()] });
        let minutes = match unit {
            unit if words("typed-days").any(|word| word == unit) => DAY,
            unit if words("typed-hours").any(|word| word == unit) => HOUR,
            unit if words("typed-minutes").any(|word| word == unit) => 1,
            // `1h30`
            "" if last == Some(HOUR) && begin == rest.len() => 1,
            _ => return Err(StepsError::NoStep(written())),
        };
        if number.is_empty() {
            return Err(StepsError::NoStep(written()));
        }
        let Some(step) = number.parse::<u32>().ok().and_then(|number| number.checked_mul(minutes)) else {
            return Err(StepsError::Range(written()));
        };
        let belongs = match (last, minutes) {
            (Some(HOUR), 1) => step < HOUR,
            (Some(DAY), HOUR) => is_listed && step < DAY,
            _ => false,
        };
        match steps.last_mut().filter(|_| belongs) {
            Some((before, all)) => {
                *before += step;
                *all = shortened(&format!("{all} {}", written()));
            }
            None => steps.push((step, written())),
        }
        last = Some(minutes);
        rest = behind;
    }
    if steps.is_empty() {
        return Err(StepsError::NoStep(shortened(&text)));
    }
    let allowed = SHORTEST_STEP..=LONGEST_STEP_DAYS * DAY;
    if let Some((_, written)) = steps.iter().find(|(step, _)| !allowed.contains(step)) {
        return Err(StepsError::Range(written.clone()));
    }
    let mut steps: Vec<u32> = steps.into_iter().map(|(step, _)| step).collect();
    steps.sort_unstable_by(|a, b| b.cmp(a));
    steps.dedup();
    if steps.len() > MOST_STEPS { Err(StepsError::TooMany(steps.len())) } else { Ok(steps) }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn steps_are_read_as_people_write_them() {
        for (text, steps) in [
            ("24h 3h", &[1440, 180][..]),
            ("3h,24h,3h", &[1440, 180]),
            (" 2d 90 min ", &[2880, 90]),
            ("1j et 3 heures", &[1440, 180]),
            ("1 day and 5 minutes", &[1440, 5]),
            ("30D", &[43200]),
            ("2 d, 1 h 30 min", &[2880, 90]),
            ("1h30", &[90]),
            ("1h30 10m", &[90, 10]),
            ("1 d 6 h, 1 h", &[1800, 60]),
            ("2d 12h 2h", &[2880, 720, 120]),
            ("1h, 30m", &[60, 30]),
            ("3h 90m", &[180, 90]),
            ("none", &[]),
            ("0", &[]),
            ("Off", &[]),
            ("non", &[]),
        ] {
            assert_eq!(read(text).as_deref(), Ok(steps), "{text}");
        }
    }

    #[test]
    fn a_text_that_names_no_steps_is_refused_with_the_part_that_is_wrong() {
        let no = |text: &str| StepsError::NoStep(text.to_owned());
        let range = |text: &str| StepsError::Range(text.to_owned());
        for (text, error) in [
            ("", no("")),
            ("24", no("24")),
            ("24h soon", no("soon")),
            ("h", no("h")),
            ("-3h", no("-3h")),
            ("1d30", no("30")),
            ("1h 30", no("30")),
            ("30d 1h, 1h", range("30d 1h")),
            ("3 weeks", no("3 weeks")),
            ("é", no("é")),
            ("4m", range("4m")),
            ("24h 31d", range("31d")),
            ("99999999999h", range("99999999999h")),
            ("4000000000d", range("4000000000d")),
            ("1h 2h 3h 4h 5h 6h", StepsError::TooMany(6)),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }
}
