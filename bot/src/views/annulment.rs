//! Games that an organizer has annulled.

use discord::sentence;
use games::domain::GameRecord;
use rules::Diagram;

use crate::board::message;
use crate::localization::{Language, localize};

/// The last board of an annulled game, which keeps its picture.
pub fn annulled_board(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    format!("{}\n{}", annulled_why(language, record), message::past_caption(language, record, diagram))
}

/// Says that a game was annulled, and why, if that is known.
pub fn annulled_why(language: Language, record: &GameRecord) -> String {
    let text = localize!(language, "organize-annulled-board");
    match &record.game.agreements.annulled {
        Some(annulled) => {
            let reason = localize!(
                language,
                "organize-annulled-why",
                organizer = annulled.organizer.0,
                reason = sentence(&annulled.reason)
            );
            format!("{text}\n{reason}")
        }
        None => text,
    }
}

/// An annulled game as its players see it: the players, the reason and the last board.
pub fn annulled_game(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    format!("{}\n{}", message::heading(language, record), annulled_board(language, record, diagram))
}
