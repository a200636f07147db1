//! Why a line of conditional moves is refused, in words.

use crate::commands::rules_refusal::refused;
use crate::discord::localization::{Language, say};
use crate::discord::message;
use crate::features::conditional_moves::service::{DEPTH, TURNS};
use crate::games::ConditionalMovesError;

/// Why a line is not kept.
pub fn explain(language: Language, error: ConditionalMovesError) -> String {
    match error {
        ConditionalMovesError::ColorsHidden => say!(language, "error-line-hidden-colors"),
        ConditionalMovesError::OnTurn => say!(language, "error-line-on-turn"),
        ConditionalMovesError::Empty => say!(language, "error-line-empty"),
        ConditionalMovesError::Illegal(number, text, refusal) => {
            let why = refused(language, &refusal);
            say!(language, "error-line-illegal", number = number, turn = message::code(&text), why = why)
        }
        ConditionalMovesError::Contradicts { after, stands, new } => {
            let after = after.join(" ");
            say!(language, "error-line-contradicts", after = after, stands = stands, new = new)
        }
        ConditionalMovesError::Unanswered(turn) => say!(language, "error-line-unanswered", turn = turn),
        ConditionalMovesError::TooMany => say!(language, "error-line-too-many", count = TURNS),
        ConditionalMovesError::TooLong => say!(language, "error-line-too-long", count = DEPTH),
        ConditionalMovesError::None => say!(language, "error-line-none"),
    }
}
