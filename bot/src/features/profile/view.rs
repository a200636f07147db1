//! The line about the reliability of players on a challenge.

use tracing::error;

use crate::commands::context::App;
use crate::discord::localization::{Language, localize};
use crate::domain::GameRecord;

/// How reliable those are between whom a challenge is; nothing when all are new. A challenge comes without it rather than not
/// at all.
pub async fn reliabilities(app: &App, language: Language, record: &GameRecord) -> Option<String> {
    let (mut list, mut known) = (Vec::new(), false);
    for seat in &record.seats {
        let percent = app.games.reliability(seat.user).await.unwrap_or_else(|problem| {
            error!(user = seat.user.0, "Could not compute the reliability of a player: {problem}");
            None
        });
        known |= percent.is_some();
        list.push(match percent {
            Some(percent) => localize!(language, "reliability-of", player = seat.user.0, percent = percent),
            None => localize!(language, "reliability-of-new", player = seat.user.0),
        });
    }
    known.then(|| localize!(language, "challenge-reliability", list = list.join(", ")))
}
