//! The game that a challenge follows, and the way from it to its rematch.

use tracing::error;

use crate::commands::board::message;
use crate::commands::context::App;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::domain::GameRecord;
use crate::views::competition::describe_exclusion;

/// What a challenge says of the game that it follows, a line each.
pub async fn follows(app: &App, language: Language, record: &GameRecord) -> Vec<String> {
    let Some(follows) = record.game.agreements.follows else { return Vec::new() };
    let id = follows.name();
    if let Some(ply) = follows.ply {
        return vec![localize!(language, "challenge-from-game", id = id, plies = ply)];
    }
    // A challenge comes without it rather than not at all.
    let earlier = app.games.record(follows.game).await.unwrap_or_else(|problem| {
        error!(game = %follows.game, "Could not find the competition of a game: {problem}");
        None
    });
    let line = localize!(language, "challenge-rematch", id = id);
    let tag = earlier.and_then(|record| record.game.competition);
    let off = tag.map(|tag| describe_exclusion(language, &tag));
    std::iter::once(line).chain(off).collect()
}

/// Said to a player who asks again for a rematch that is played already, with the way to it.
pub(crate) fn render_begun_rematch(language: Language, rematch: &GameRecord) -> OutgoingMessage {
    let text = localize!(language, "rematch-begun", id = rematch.game.name());
    OutgoingMessage::text(match rematch.game.place.thread_id {
        Some(thread) => format!("{text} {}", localize!(language, "game-link", channel = thread.0)),
        None => text,
    })
}

/// Said in the thread of the earlier game.
pub fn render_rematch(language: Language, rematch: &GameRecord, link: &str) -> OutgoingMessage {
    let opponents = message::mentions(rematch.challenged());
    let challenger = rematch.game.challenge.challenger.0;
    OutgoingMessage::text(localize!(
        language,
        "rematch-offered",
        challenger = challenger,
        opponents = opponents,
        link = link
    ))
}
