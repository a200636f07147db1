//! Games that an organizer has annulled.

use rules::Diagram;

use crate::commands::board::message;
use crate::discord::{Language, localize, sentence};
use crate::domain::GameRecord;

/// The last board of a game that an organizer has annulled, for which its picture stays.
pub fn annulled_board(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    format!("{}\n{}", annulled_why(language, record), message::past_caption(language, record, diagram))
}

/// That a game was annulled, and why, as far as that is known.
pub fn annulled_why(language: Language, record: &GameRecord) -> String {
    let said = localize!(language, "organize-annulled-board");
    match &record.game.agreements.annulled {
        Some(known) => {
            let reason = localize!(
                language,
                "organize-annulled-why",
                organizer = known.organizer.0,
                reason = sentence(&known.reason)
            );
            format!("{said}\n{reason}")
        }
        None => said,
    }
}

/// A game that was annulled, to those who played it: who they were, why, and how it stood.
pub fn annulled_game(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    format!("{}\n{}", message::heading(language, record), annulled_board(language, record, diagram))
}
