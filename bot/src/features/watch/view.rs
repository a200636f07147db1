//! Messages for watchers.

use discord::custom_id::CustomId as _;
use discord::{CreateActionRow, CreateButton, OutgoingMessage, Style, button, row, select, select_row};
use games::ReplayedGame;
use games::domain::{GameId, GameRecord, GameSummary, Phase, UserId, WatchHow};

use crate::board::buttons::look_buttons;
use crate::board::description::plain_name;
use crate::board::message;
use crate::commands::{App, ReplayButton, Viewer, WatchButton};
use crate::features::watch::service::WatchedGame;
use crate::localization::{Language, localize};
use crate::views::game_lines::fit_message;

fn stop_button(language: Language, game: GameId) -> CreateButton {
    button(&WatchButton::Stop { game }, localize!(language, "button-unwatch"), Style::Secondary)
}

pub fn label(language: Language, summary: &GameSummary) -> String {
    let names: Vec<String> = summary.seats.iter().map(|seat| plain_name(language, seat, 30)).collect();
    format!("{} · {}", summary.game.name(), names.join(" – ")).chars().take(100).collect()
}

fn select_game(
    language: Language,
    press: &WatchButton,
    placeholder: &str,
    games: &[GameSummary],
) -> Vec<CreateActionRow> {
    let option = |summary: &GameSummary| {
        let number = localize!(language, "headline-move", move = message::next_move(summary.game.ply));
        (summary.game.game_id.to_string(), label(language, summary), number)
    };
    let options: Vec<_> = games.iter().map(option).collect();
    vec![select_row(select(press, placeholder, &options))]
}

pub fn which_to_watch(language: Language, games: &[GameSummary], how: WatchHow) -> OutgoingMessage {
    if games.is_empty() {
        return OutgoingMessage::text(localize!(language, "watch-nothing-here"));
    }
    let controls = select_game(language, &WatchButton::Choose { how }, &localize!(language, "watch-choose"), games);
    OutgoingMessage::text(localize!(language, "watch-which")).rows(controls)
}

pub fn which_to_stop(language: Language, watched: Vec<WatchedGame>) -> OutgoingMessage {
    let games: Vec<GameSummary> = watched.into_iter().map(WatchedGame::into_summary).collect();
    let controls = select_game(language, &WatchButton::ChooseStop, &localize!(language, "watch-choose"), &games);
    OutgoingMessage::text(localize!(language, "watch-which-stop")).rows(controls)
}

pub fn render_watching(language: Language, record: &GameRecord, how: WatchHow) -> OutgoingMessage {
    let (id, thread) = (record.game.name(), record.game.place.channel().0);
    let text = match how {
        WatchHow::End => localize!(language, "watch-begun-end", id = id),
        WatchHow::Thread => localize!(language, "watch-begun-thread", id = id, thread = thread),
        WatchHow::Moves | WatchHow::Closed | WatchHow::Stopped => localize!(language, "watch-begun-moves", id = id),
    };
    OutgoingMessage::text(text).rows(vec![row([stop_button(language, record.game.game_id)])])
}

pub fn render_end_of_watch(language: Language, id: &str, was_watched: bool) -> OutgoingMessage {
    OutgoingMessage::text(if was_watched {
        localize!(language, "watch-stopped", id = id)
    } else {
        localize!(language, "watch-not-watching", id = id)
    })
}

pub fn list(language: Language, watched: &[WatchedGame]) -> OutgoingMessage {
    if watched.is_empty() {
        return OutgoingMessage::text(localize!(language, "watch-none"));
    }
    let line = |WatchedGame { watch, record }: &WatchedGame| {
        let (id, players) = (record.game.name(), message::mentions(language, record.seats.iter()));
        let number = message::next_move(record.game.ply);
        let what = localize!(language, "games-line-others", id = id, players = players, move = number);
        let how = match watch.how {
            WatchHow::Moves => localize!(language, "watch-how-moves"),
            WatchHow::End => localize!(language, "watch-how-end"),
            WatchHow::Thread => localize!(language, "watch-how-thread"),
            WatchHow::Closed | WatchHow::Stopped => localize!(language, "watch-how-closed"),
        };
        format!("• {what} · {how}")
    };
    let title = localize!(language, "watch-title");
    OutgoingMessage::text(fit_message(language, title, watched.iter().map(line), 0))
}

/// The public board in this person's style, without anything that only a player may see.
async fn board(app: &App, language: Language, user: UserId, replayed: &ReplayedGame) -> OutgoingMessage {
    let viewer = Viewer::of(app, user, replayed.record.game.place.guild_id).await;
    let caption = message::caption(language, replayed, &replayed.any_game.diagram(), app.clock.now());
    let text = format!("{}\n{caption}", message::heading(language, &replayed.record));
    message::draw_board(app, language, replayed, &viewer, text).await
}

/// The direct message about a running game.
pub async fn update(app: &App, language: Language, user: UserId, replayed: &ReplayedGame) -> OutgoingMessage {
    let id = replayed.record.game.game_id;
    let look = look_buttons(app, language, &replayed.record.game);
    let controls = vec![row(look.into_iter().chain([stop_button(language, id)]))];
    board(app, language, user, replayed).await.rows(controls)
}

/// The updated direct message of a stopped watch.
pub fn stopped(language: Language, record: &GameRecord) -> OutgoingMessage {
    let (id, players) = (record.game.name(), message::mentions(language, record.seats.iter()));
    OutgoingMessage::text(localize!(language, "watch-message-stopped", id = id, players = players))
}

/// The direct message at the end of a game, with the last board.
pub async fn end(app: &App, language: Language, user: UserId, replayed: &ReplayedGame) -> OutgoingMessage {
    let record = &replayed.record;
    if record.game.phase != Phase::Over {
        // The number of a deleted server's game no longer exists.
        let heading = match record.game.number {
            Some(_) => message::heading(language, record),
            None => message::mentions(language, record.seats.iter()),
        };
        return OutgoingMessage::text(format!("{heading}\n{}", localize!(language, "watch-void")));
    }
    let id = record.game.game_id;
    let replay = button(&ReplayButton::Replay.about(id), localize!(language, "button-replay"), Style::Secondary);
    board(app, language, user, replayed).await.rows(vec![row([replay])])
}
