//! Parsing of reminder steps.

use games::domain::{LONGEST_STEP_DAYS, MOST_STEPS, SHORTEST_STEP};

use crate::commands::input::times::{TypedChoice, shortened, typed_choice};
use crate::commands::input::words::words;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepsError {
    #[error("no-step")]
    NoStep(String),
    #[error("range")]
    Range(String),
    #[error("too-many")]
    TooMany(usize),
}

const HOUR: u32 = 60;

const DAY: u32 = 24 * HOUR;

/// Parses `24h 3h`, `2d, 90 min`; `none`, `off` or `0` for no steps. Gives minutes before the deadline, longest first,
/// without repeats.
pub fn read(text: &str) -> Result<Vec<u32>, StepsError> {
    let text = text.trim().to_lowercase();
    if text == "0" || typed_choice(&text) == TypedChoice::Off {
        return Ok(Vec::new());
    }
    let between = |c: char| c.is_whitespace() || ",;+/&".contains(c);
    let (mut steps, mut rest) = (Vec::new(), text.trim_start_matches(between));
    while !rest.is_empty() {
        let (number, behind) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
        let behind = behind.trim_start();
        let (unit, behind) = behind.split_at(behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len()));
        let step_text = shortened(if behind.len() < rest.len() { &rest[..rest.len() - behind.len()] } else { rest });
        let units = [("typed-days", DAY), ("typed-hours", HOUR), ("typed-minutes", 1)];
        let unit_minutes = units.into_iter().find(|(key, _)| words(key).any(|word| word == unit) && !number.is_empty());
        let Some((_, minutes)) = unit_minutes else { return Err(StepsError::NoStep(step_text)) };
        let step = number.parse::<u32>().ok().and_then(|number| number.checked_mul(minutes));
        let allowed = SHORTEST_STEP..=LONGEST_STEP_DAYS * DAY;
        steps.push(step.filter(|step| allowed.contains(step)).ok_or(StepsError::Range(step_text))?);
        rest = behind.trim_start_matches(between);
    }
    if steps.is_empty() {
        return Err(StepsError::NoStep(shortened(&text)));
    }
    steps.sort_unstable_by(|one, other| other.cmp(one));
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
            ("1j 3 heures", &[1440, 180]),
            ("30D", &[43200]),
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
