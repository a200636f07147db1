//! Texts about games against an engine.

use discord::{OutgoingMessage, row};
use games::domain::{GameRecord, Player, UserId};
use games::{Games, ReplayedGame};

use crate::board::message;
use crate::board::steps::look_buttons;
use crate::commands::App;
use crate::localization::{Language, localize, name_player};

/// The confirmation for the person whose game has started. `asked_rated`: they asked for a rated game.
pub(crate) fn render_begun(
    app: &App,
    language: Language,
    user: UserId,
    replayed: &ReplayedGame,
    asked_rated: bool,
) -> OutgoingMessage {
    let record = &replayed.record;
    let seat_infos = replayed.any_game.seats();
    let color = record.seat_of(user).map(|seat| message::color_at(language, &seat_infos, seat)).unwrap_or_default();
    let engine = record.seats.iter().find(|seat| seat.player.engine().is_some());
    let opponent = name_player(language, engine.map_or(Player::NOBODY, |seat| seat.player));
    let mut text = localize!(language, "engine-begun", opponent = opponent, id = record.game.name(), color = color);
    if asked_rated {
        text = format!("{text} {}", localize!(language, "engine-is-casual"));
    }
    OutgoingMessage::text(text).rows(vec![row(look_buttons(app, language, &record.game))])
}

/// The text for a player who waits for the engine's move.
pub(crate) fn describe_wait(language: Language, games: &Games, record: &GameRecord) -> Option<String> {
    let engine = record.on_turn().filter(|seat| seat.player.engine().is_some())?;
    let queue = games.engine_queue.as_ref()?;
    let player = name_player(language, engine.player);
    Some(match queue.games_before(record.game.game_id) {
        None if queue.is_full() => localize!(language, "engine-busy", player = player),
        None | Some(0) => localize!(language, "engine-thinks", player = player),
        Some(games) => localize!(language, "engine-queue", player = player, games = games),
    })
}
