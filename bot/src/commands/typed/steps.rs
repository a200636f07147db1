//! Reminder steps as people write them.

use super::{Asked, asked, short};
use crate::games::time::reminders::{LONGEST_STEP_DAYS, MOST_STEPS, SHORTEST_STEP};

/// Why a text names no reminder steps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepsError {
    /// This part of it.
    #[error("`{0}` is no time before the deadline: write 24h, 2d or 90m")]
    NoStep(String),
    /// Too near, or too far: this part of it.
    #[error("`{0}` is not from {SHORTEST_STEP} minutes to {LONGEST_STEP_DAYS} days")]
    Range(String),
    /// So many.
    #[error("{0} steps are more than {MOST_STEPS}")]
    TooMany(usize),
}

/// Reads reminder steps as people write them: `24h 3h`, `2d, 90 min`, `1j et 3h`; `none`, `off` or `0` for none at all. Gives
/// minutes before the deadline, the longest first, each once.
pub fn read(text: &str) -> Result<Vec<u32>, StepsError> {
    let text = text.trim().to_lowercase();
    if text == "0" || asked(&text) == Asked::Off {
        return Ok(Vec::new());
    }
    let mut steps = Vec::new();
    let mut rest = text.as_str();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ",;+/&".contains(c));
        for word in ["and ", "et "] {
            rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        }
        if rest.is_empty() {
            break;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = rest.split_at(digits);
        let behind = behind.trim_start();
        let letters = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(letters);
        let written = || short(if digits + letters == 0 { rest } else { &rest[..rest.len() - behind.len()] });
        let minutes = match unit {
            "d" | "day" | "days" | "j" | "jour" | "jours" => 24 * 60,
            "h" | "hour" | "hours" | "heure" | "heures" => 60,
            "m" | "min" | "mins" | "minute" | "minutes" => 1,
            _ => return Err(StepsError::NoStep(written())),
        };
        if number.is_empty() {
            return Err(StepsError::NoStep(written()));
        }
        let step = number.parse::<u32>().ok().and_then(|number| number.checked_mul(minutes));
        match step.filter(|step| (SHORTEST_STEP..=LONGEST_STEP_DAYS * 24 * 60).contains(step)) {
            Some(step) => steps.push(step),
            None => return Err(StepsError::Range(written())),
        }
        rest = behind;
    }
    if steps.is_empty() {
        return Err(StepsError::NoStep(short(&text)));
    }
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
            ("1h30", no("30")),
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
