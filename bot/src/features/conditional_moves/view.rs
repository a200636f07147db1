//! Why a line of conditional moves is refused, in words.

use crate::commands::rules_refusal::refused;
use crate::discord::localization::{Language, say};
use crate::discord::message;
use crate::features::conditional_moves::service::{DEPTH, LineError, TURNS};

/// Why a line is not kept.
pub fn explain(language: Language, error: LineError) -> String {
    match error {
        LineError::Veiled => say!(language, "error-line-veiled"),
        LineError::OnTurn => say!(language, "error-line-on-turn"),
        LineError::Empty => say!(language, "error-line-empty"),
        LineError::Illegal(number, text, refusal) => {
            let why = refused(language, &refusal);
            say!(language, "error-line-illegal", number = number, turn = message::code(&text), why = why)
        }
        LineError::Contradicts { after, stands, new } => {
            let after = after.join(" ");
            say!(language, "error-line-contradicts", after = after, stands = stands, new = new)
        }
        LineError::Unanswered(turn) => say!(language, "error-line-unanswered", turn = turn),
        LineError::TooMany => say!(language, "error-line-too-many", count = TURNS),
        LineError::TooLong => say!(language, "error-line-too-long", count = DEPTH),
        LineError::None => say!(language, "error-line-none"),
    }
}
