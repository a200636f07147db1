//! The text and picture of a game in messages.

mod people;
mod picture;

pub use people::{
    about_game, against, color_at, is_shared_at, length, mentions, next_move, others_to_agree, question, result, teams,
    who_won, winning_colors,
};
pub use picture::{alt, board_picture, drawn_name, headline, name_or_color, picture, short_reason};

use base::error_chain::causes;
use discord::custom_id::CustomId as _;
use discord::{CreateActionRow, OutgoingMessage, Style, button, row, sentence};
use games::ReplayedGame;
use games::domain::clock::turn;
use games::domain::{Game, GameRecord, MINUTE_MS, Phase, Ply, SeatedPlayer, Timestamp};
use rules::diagram::Board;
use rules::{Diagram, Seat};
use tracing::error;

use crate::board::button::{AnalysisButton, BoardButton, ChallengeButton, PanelButton, RecordButton, ReplayButton};
use crate::board::description::{clock_time, seats_and_boards};
use crate::board::message::people::{is_score_of_two, last_by, mover_at, score_lines};
use crate::board::pictures::Overlay;
use crate::board::viewer::Viewer;
use crate::board::{buttons, text};
use crate::context::App;
use crate::localization::time_in_words::span;
use crate::localization::{Language, localize, mention_in_sentence, name_player};

fn last_move(language: Language, record: &GameRecord, diagram: &Diagram) -> Option<String> {
    let last = diagram.last.as_ref()?;
    let by = mover_at(language, &diagram.seats, last_by(record, diagram)?);
    let ejects =
        diagram.boards.iter().filter_map(Board::hex).flat_map(|board| &board.last).any(|mv| mv.ejected.is_some());
    Some(localize!(language, if ejects { "board-ejects" } else { "board-last" }, notation = last, color = by))
}

/// The last move, or a run of conditional moves that were played together.
pub fn last_moves(language: Language, record: &GameRecord, diagram: &Diagram) -> Option<String> {
    conditional_turns(language, record, diagram).or_else(|| last_move(language, record, diagram))
}

/// Players who were passed over after the last turn because they had no legal move; not those without marbles.
fn passes(language: Language, replayed: &ReplayedGame, diagram: &Diagram) -> Option<String> {
    let (record, seats) = (&replayed.record, diagram.seats.len());
    let (last, next) = (last_by(record, diagram)?.seat, diagram.to_move?);
    if !replayed.any_game.may_pass() || diagram.placing {
        return None;
    }
    let has_marbles = |seat: &usize| {
        let color = diagram.seats.get(*seat).map(|place| place.color);
        diagram.sides.iter().any(|side| Some(side.color) == color && side.on_board > 0)
    };
    let passed_over =
        (1..seats).map(|step| (usize::from(last) + step) % seats).take_while(|seat| *seat != usize::from(next));
    let passed: Vec<&SeatedPlayer> =
        passed_over.filter(has_marbles).filter_map(|seat| record.at(Seat(seat as u8))).collect();
    (!passed.is_empty()).then(|| localize!(language, "board-passes", players = mentions(language, passed.into_iter())))
}

/// Explains a deadline later than the turn's time: `3 d to think, plus 16 h of sleep`. `None` if it is not
/// later.
fn deadline_parts(language: Language, record: &GameRecord) -> Option<String> {
    let parts = turn::deadline_parts(&record.game, &record.seats, &record.vacations).ok()??;
    let time = |millis: i64| (millis >= MINUTE_MS).then(|| span(language, millis));
    let pauses = [
        time(parts.sleep).map(|time| localize!(language, "deadline-sleep", time = time)),
        time(parts.weekends).map(|time| localize!(language, "deadline-weekends", time = time)),
        time(parts.vacation).map(|time| localize!(language, "deadline-vacation", time = time)),
        time(parts.paused).map(|time| localize!(language, "deadline-paused", time = time)),
    ];
    let pauses: Vec<String> = pauses.into_iter().flatten().collect();
    let thinking = clock_time(language, parts.thinking);
    let list = pauses.join(" + ");
    (!pauses.is_empty()).then(|| localize!(language, "deadline-parts", thinking = thinking, pauses = list))
}

/// The conditional turns that were played with the last one, in order, each with its player.
fn conditional_turns(language: Language, record: &GameRecord, diagram: &Diagram) -> Option<String> {
    let plies = record.plies.get(..diagram.ply as usize)?;
    let version = plies.last()?.version;
    let together = plies.iter().filter(|ply| ply.version == version && version > 0);
    let turn = |ply: &Ply| {
        let seat = record.at(record.seat_of(ply.player)?)?;
        let mover = mover_at(language, &diagram.seats, seat);
        let is_shared = is_shared_at(&diagram.seats, seat.seat);
        Some(if is_shared { format!("`{}` {mover}", ply.notation) } else { format!("`{}` ({mover})", ply.notation) })
    };
    let turns: Vec<String> = together.filter_map(turn).collect();
    (turns.len() > 1).then(|| localize!(language, "board-played-in-a-row", list = turns.join(", ")))
}

/// Identifies a game in a list: its name as in `/games`, then the players with their colors.
pub fn heading(language: Language, record: &GameRecord) -> String {
    let (seat_infos, _) = seats_and_boards(&record.game);
    let seat = |seat: &SeatedPlayer| {
        format!("{} {}", color_at(language, &seat_infos, seat.seat), name_player(language, seat.player))
    };
    let players: Vec<String> = record.seats.iter().map(seat).collect();
    localize!(language, "board-of", id = record.game.name(), players = players.join(", "))
}

pub fn caption(language: Language, replayed: &ReplayedGame, diagram: &Diagram, now: Timestamp) -> String {
    let game = &replayed.record.game;
    let mut lines = Vec::new();
    let on_turn = diagram.to_move.and_then(|seat| replayed.record.at(seat));
    match (game.phase, on_turn) {
        (Phase::Over, _) if diagram.ply == game.ply => lines.push(result(language, &replayed.record, diagram)),
        (_, Some(player)) if diagram.ply == 0 => {
            lines.push(localize!(
                language,
                "board-start",
                player = player.player,
                color = color_at(language, &diagram.seats, player.seat)
            ));
        }
        (_, Some(player)) => {
            let name = color_at(language, &diagram.seats, player.seat);
            let number = next_move(diagram.ply);
            lines.push(localize!(language, "board-turn", move = number, player = player.player, color = name));
        }
        _ => {}
    }
    if on_turn.is_some() && diagram.boards.len() > 1 {
        for board in 0..diagram.boards.len() {
            let sits = |seat: &&SeatedPlayer| diagram.seated.get(usize::from(seat.seat)) == Some(&board);
            let people = mentions(language, replayed.record.seats.iter().filter(sits));
            if !people.is_empty() {
                let next = if board == diagram.active { "yes" } else { "no" };
                lines.push(localize!(language, "board-seated", board = board + 1, next = next, people = people));
            }
        }
    }
    if on_turn.is_some() && diagram.placing {
        lines.push(localize!(language, "board-place", game = game.setup.game()));
    }
    if let Some(turn) = game.setup.option("turn").filter(|_| (diagram.ply as usize) < diagram.seats.len()) {
        lines.push(localize!(language, "board-two-moves", turn = localize!(language, "option-turn", value = turn)));
    }
    lines.extend(last_moves(language, &replayed.record, diagram));
    lines.extend(passes(language, replayed, diagram));
    if diagram.ply == game.ply && game.phase == Phase::Playing && replayed.any_game.is_drawn_if_repeated() {
        lines.push(localize!(language, "board-second-time"));
    }
    let is_over = game.phase == Phase::Over && diagram.ply == game.ply;
    // With two players the result line already has the score.
    if !is_over || !is_score_of_two(&replayed.record, diagram) {
        lines.extend(score_lines(language, &replayed.record, diagram));
    }
    if (diagram.ply as usize) < diagram.seats.len() {
        lines.extend(teams(language, &diagram.seats, &replayed.record.seats, true));
    }
    let is_now = game.phase == Phase::Playing && diagram.ply == game.ply;
    if let Some(adjourned) = game.agreements.adjourned.filter(|_| is_now) {
        lines.extend(clocks(language, &replayed.record, diagram));
        lines.push(localize!(language, "board-adjourned", until = adjourned.until.0 / 1000));
        lines.extend(deadline_text(language, game, "deadline").filter(|_| game.is_due_with_round()));
    } else if is_now && let Some(deadline) = deadline_text(language, game, "deadline") {
        lines.extend(clocks(language, &replayed.record, diagram));
        lines.push(deadline);
        lines.extend(deadline_parts(language, &replayed.record).filter(|_| !game.is_due_with_round()));
        let (seats, vacations) = (&replayed.record.seats, &replayed.record.vacations);
        if let Some(away) = turn::vacation(game, seats, vacations, now) {
            let [from, until] = [away.span.from, away.span.until].map(|at| at.0 / 1000);
            lines.push(localize!(language, "on-vacation", player = away.user.0, from = from, until = until));
        }
    }
    lines.join("\n")
}

/// The caption of a board that is no longer current. Mentions no one.
pub fn past_caption(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let mut lines = vec![localize!(language, "after-ply", ply = diagram.ply)];
    lines.extend(last_move(language, record, diagram));
    lines.extend(score_lines(language, record, diagram));
    lines.join("\n")
}

/// The end of the current player's clock or of the round, whichever comes first, in the text of `key`.
pub fn deadline_text(language: Language, game: &Game, key: &str) -> Option<String> {
    let round = if game.is_due_with_round() { "yes" } else { "no" };
    game.due_at().map(|at| localize!(language, key, at = at.0 / 1000, round = round))
}

/// Each clock at the start of the current turn; `None` if no clock runs down.
fn clocks(language: Language, record: &GameRecord, diagram: &Diagram) -> Option<String> {
    let is_shared = diagram.seats.len() > diagram.sides.len();
    let clock = |seat: &SeatedPlayer| {
        let shared = || mention_in_sentence(seat.player);
        let whose = if is_shared { shared() } else { color_at(language, &diagram.seats, seat.seat) };
        Some(format!("{whose} {}", clock_time(language, seat.clock?)))
    };
    let list: Vec<String> = record.seats.iter().filter_map(clock).collect();
    (!list.is_empty()).then(|| localize!(language, "clocks", list = list.join(", ")))
}

/// The buttons below the public board, and below a message about the turn.
pub fn buttons(app: &App, language: Language, game: &Game) -> Vec<CreateActionRow> {
    let id = game.game_id;
    if game.phase == Phase::Over {
        let buttons = [
            button(&ChallengeButton::Rematch.about(id), localize!(language, "button-rematch"), Style::Primary),
            button(&ReplayButton::Replay.about(id), localize!(language, "button-replay"), Style::Secondary),
            button(&AnalysisButton::GAME.about(id), localize!(language, "button-analyze"), Style::Secondary),
            button(&RecordButton::Export.about(id), localize!(language, "button-export"), Style::Secondary),
        ];
        let buttons = row(buttons.into_iter().chain(buttons::open_button(app, language, game)));
        return std::iter::once(buttons).chain(buttons::step_row(language, game, game.ply, None)).collect();
    }
    if game.phase != Phase::Playing {
        return Vec::new();
    }
    let others = [
        button(&BoardButton::SHOW.about(id), localize!(language, "button-board"), Style::Secondary),
        button(&PanelButton::Show.about(id), localize!(language, "button-game"), Style::Secondary),
    ];
    let all: Vec<_> = buttons::move_buttons(app, language, game, None).into_iter().chain(others).collect();
    vec![row(all)]
}

/// A text above the board, as this person prefers it: a picture or a text board.
pub async fn render_board(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    reader: &Viewer,
    overlay: Overlay,
    text: &str,
) -> anyhow::Result<OutgoingMessage> {
    if reader.text_board {
        let board = text::spelling(language, replayed, reader, overlay.flip);
        return Ok(OutgoingMessage::text(format!("{text}\n{board}").trim_start()));
    }
    Ok(OutgoingMessage::text(text).picture(picture(app, language, replayed, reader.picture_style, overlay).await?))
}

/// A text above the picture of the board, or above a text board if drawing fails.
pub async fn draw_board(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    reader: &Viewer,
    text: String,
) -> OutgoingMessage {
    let flip = reader.flips(Some(replayed));
    if !reader.text_board {
        match picture(app, language, replayed, reader.picture_style, Overlay::turned(flip)).await {
            Ok(picture) => return OutgoingMessage::text(text).picture(picture),
            Err(cause) => {
                let game = replayed.record.game.game_id;
                error!(event = "board_not_drawn", game.id = %game, "Could not draw a board of game {game}, posted it as text: {}", causes(&cause));
            }
        }
    }
    OutgoingMessage::text(text::around(language, replayed, reader, flip, &text))
}

pub async fn private(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    reader: &Viewer,
    sentence: &str,
) -> anyhow::Result<OutgoingMessage> {
    let flip = reader.flips(Some(replayed));
    let caption = caption(language, replayed, &replayed.any_game.diagram(), app.clock.now());
    let text = if sentence.is_empty() { caption } else { format!("{sentence}\n{caption}") };
    let post = if reader.text_board {
        OutgoingMessage::text(text::around(language, replayed, reader, flip, &text))
    } else {
        let picture = picture(app, language, replayed, reader.picture_style, Overlay::turned(flip)).await?;
        OutgoingMessage::text(text).picture(picture)
    };
    let is_watching = app.games.is_watching(reader.user(), replayed.record.game.game_id).await?;
    Ok(post.rows(buttons::rows(app, language, replayed, reader, is_watching)))
}

/// The last board of an annulled game, which keeps its picture.
pub fn annulled_board(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    format!("{}\n{}", annulled_why(language, record), past_caption(language, record, diagram))
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
    format!("{}\n{}", heading(language, record), annulled_board(language, record, diagram))
}
