//! What a player reads about a game against an engine.

use crate::commands::board::message;
use crate::commands::{Button, word};
use crate::discord::{Language, OutgoingMessage, Style, button, localize};
use crate::domain::{GameRecord, Player, UserId};
use crate::games::{Games, ReplayedGame};

/// The confirmation for the person whose game has begun. `asked_rated`: they wanted the result to count.
pub(crate) fn render_begun(
    language: Language,
    user: UserId,
    replayed: &ReplayedGame,
    asked_rated: bool,
) -> OutgoingMessage {
    let record = &replayed.record;
    let seat_infos = replayed.any_game.seats();
    let color = record.seat_of(user).map(|seat| message::color_at(language, &seat_infos, seat)).unwrap_or_default();
    let engine = record.seats.iter().find(|seat| seat.player.engine().is_some());
    let opponent = language.mention(engine.map_or(Player::NOBODY, |seat| seat.player));
    let mut text = localize!(language, "engine-begun", opponent = opponent, id = record.game.name(), color = color);
    if asked_rated {
        text = format!("{text} {}", localize!(language, "engine-is-casual"));
    }
    let board = Button::of(word::BOARD, record.game.game_id);
    OutgoingMessage::text(text).add_button(button(&board, localize!(language, "button-board"), Style::Primary))
}

/// What a player is told whose move an engine has not answered yet.
pub(crate) fn describe_wait(language: Language, games: &Games, record: &GameRecord) -> Option<String> {
    let engine = record.on_turn().filter(|seat| seat.player.engine().is_some())?;
    let queue = games.engine_queue.as_ref()?;
    let player = language.mention(engine.player);
    Some(match queue.games_before(record.game.game_id) {
        None if queue.is_full() => localize!(language, "engine-busy", player = player),
        None | Some(0) => localize!(language, "engine-thinks", player = player),
        Some(games) => localize!(language, "engine-queue", player = player, games = games),
    })
}
