//! What watchers read.

use crate::commands::board::description::plain_name;
use crate::commands::board::message;
use crate::commands::board::viewer::Viewer;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::{GameId, GameRecord, GameSummary, Phase, UserId, WatchHow};
use crate::features::game_list::view::fit_whole_message;
use crate::features::watch::service::{WatchError, WatchedGame};
use crate::games::ReplayedGame;

fn stop_button(language: Language, game: GameId) -> serde_json::Value {
    button(&Button::of(ButtonAction::Unwatch, game), localize!(language, "button-unwatch"), Style::Secondary)
}

/// A game among others, in a list of choices.
pub fn label(language: Language, summary: &GameSummary) -> String {
    let names: Vec<String> = summary.seats.iter().map(|seat| plain_name(language, seat, 30)).collect();
    format!("{} · {}", summary.game.name(), names.join(" – ")).chars().take(100).collect()
}

/// Somebody watches a game from now on.
pub fn begun(language: Language, record: &GameRecord, how: WatchHow) -> OutgoingMessage {
    let (id, thread) = (record.game.name(), record.game.place.channel().0);
    let text = match how {
        WatchHow::End => localize!(language, "watch-begun-end", id = id),
        WatchHow::Thread => localize!(language, "watch-begun-thread", id = id, thread = thread),
        WatchHow::Moves | WatchHow::Closed => localize!(language, "watch-begun-moves", id = id),
    };
    OutgoingMessage::text(text).rows(vec![row(&[stop_button(language, record.game.game_id)])])
}

/// Why not.
pub fn refused(language: Language, refused: WatchError) -> String {
    match refused {
        WatchError::Own => localize!(language, "error-watch-own"),
        WatchError::TooMany(count) => localize!(language, "error-watch-too-many", count = count),
        WatchError::Full => localize!(language, "error-watch-full"),
        WatchError::NoThread => localize!(language, "error-watch-no-thread"),
    }
}

/// Somebody watches a game no more.
pub fn ended(language: Language, id: &str, was_watched: bool) -> OutgoingMessage {
    OutgoingMessage::text(if was_watched {
        localize!(language, "watch-stopped", id = id)
    } else {
        localize!(language, "watch-not-watching", id = id)
    })
}

/// What somebody watches.
pub fn list(language: Language, watched: &[WatchedGame]) -> OutgoingMessage {
    if watched.is_empty() {
        return OutgoingMessage::text(localize!(language, "watch-none"));
    }
    let line = |WatchedGame { watch, record }: &WatchedGame| {
        let (id, players) = (record.game.name(), message::mentions(record.seats.iter()));
        let number = message::next_move(record.game.ply);
        let what = localize!(language, "games-line-others", id = id, players = players, move = number);
        let how = match watch.how {
            WatchHow::Moves => localize!(language, "watch-how-moves"),
            WatchHow::End => localize!(language, "watch-how-end"),
            WatchHow::Thread => localize!(language, "watch-how-thread"),
            WatchHow::Closed => localize!(language, "watch-how-closed"),
        };
        format!("• {what} · {how}")
    };
    let title = localize!(language, "watch-title");
    OutgoingMessage::text(fit_whole_message(language, title, watched.iter().map(line)))
}

/// The direct message about a game that goes on: words alone, because it is edited with each move.
pub fn update(language: Language, replayed: &ReplayedGame) -> OutgoingMessage {
    let id = replayed.record.game.game_id;
    let caption = message::caption(language, replayed, &replayed.any_game.diagram());
    let text = format!("{}\n{caption}", message::heading(language, &replayed.record));
    let board = button(&Button::of(ButtonAction::Board, id), localize!(language, "button-board"), Style::Secondary);
    OutgoingMessage::text(text).rows(vec![row(&[board, stop_button(language, id)])])
}

/// The direct message at the end of a game, with the last board.
pub async fn end(app: &App, language: Language, user: UserId, replayed: &ReplayedGame) -> OutgoingMessage {
    let record = &replayed.record;
    let heading = message::heading(language, record);
    if record.game.phase != Phase::Over {
        return OutgoingMessage::text(format!("{heading}\n{}", localize!(language, "watch-void")));
    }
    let viewer = Viewer::person(app, user, record.game.place.guild_id).await;
    let caption = message::caption(language, replayed, &replayed.any_game.diagram());
    let post = message::drawn(app, language, replayed, &viewer, format!("{heading}\n{caption}")).await;
    let id = record.game.game_id;
    let replay = button(&Button::of(ButtonAction::Replay, id), localize!(language, "button-replay"), Style::Secondary);
    post.rows(vec![row(&[replay])])
}
