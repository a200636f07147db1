//! Why a vacation is refused, in words.

use crate::commands::board::description::span;
use crate::discord::localization::{Language, say};
use crate::domain::{AHEAD_DAYS, LONGEST_DAYS, MINUTE_MS, VacationError};

/// Why a vacation is refused, and what to do instead.
pub fn refused(language: Language, problem: &VacationError) -> String {
    match problem {
        VacationError::Past => say!(language, "error-vacation-past"),
        VacationError::TooFar => say!(language, "error-vacation-too-far", days = AHEAD_DAYS),
        VacationError::Length => say!(language, "error-vacation-length", days = LONGEST_DAYS),
        VacationError::Overlaps(other) => {
            let [from, until] = [other.from, other.until].map(|at| at.0 / 1000);
            say!(language, "error-vacation-overlaps", from = from, until = until)
        }
        // Less than a minute reads as nothing.
        VacationError::TooLittle { left: ..MINUTE_MS, year } => {
            say!(language, "error-vacation-none-left", year = year.to_string())
        }
        VacationError::TooLittle { left, year } => {
            say!(language, "error-vacation-too-little", left = span(language, *left), year = year.to_string())
        }
        VacationError::NoSuch => say!(language, "error-no-such-vacation"),
        VacationError::Nothing => say!(language, "error-no-vacation"),
    }
}
