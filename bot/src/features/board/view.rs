//! The boards that everybody sees, posted with each move.

use crate::commands::board::message;
use crate::commands::setup_words::kind;
use crate::commands::{App, Button, Viewer, word};
use crate::discord::{Language, OutgoingMessage, Style, button, localize, row};
use crate::domain::{GameRecord, Notice, Phase, SeatedPlayer, UserId};
use crate::features::{ratings, reminders};
use crate::games::ReplayedGame;
use crate::views::annulment;
use crate::views::competition::name_competition;
use crate::views::notice_context::NoticeContext;
use rules::Diagram;

/// The board after so many moves; as it was then, when the game has moved on.
pub async fn board(context: &NoticeContext<'_>, ply: u32) -> anyhow::Result<Option<OutgoingMessage>> {
    let record = context.record;
    // A draw offer or a reminder leaves the turn as it is; an ending without a move has a notice of its own.
    let current = is_current(context, &Notice::Board { ply });
    if (!current && deletes_past_boards(record)) || context.is_taken_back(ply) {
        return Ok(None);
    }
    let replayed = ReplayedGame::open(record.clone(), Some(ply))?;
    Ok(Some(if current { current_board(context, &replayed, "").await } else { past_board(context, replayed).await }))
}

/// The board at the end of a game that ended without a move.
pub async fn last_board(context: &NoticeContext<'_>) -> anyhow::Result<OutgoingMessage> {
    let replayed = ReplayedGame::open(context.record.clone(), None)?;
    Ok(current_board(context, &replayed, "").await)
}

/// The last board with who won how and what was played, for readers who did not follow the game.
pub async fn result(context: &NoticeContext<'_>) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { app, language, record, viewer, .. } = *context;
    if record.game.phase != Phase::Over {
        return Ok(None);
    }
    let replayed = ReplayedGame::open(record.clone(), None)?;
    let diagram = replayed.any_game.diagram();
    let text = render_in_words(app, language, record, &diagram, None).await;
    let post = message::draw_board(app, language, &replayed, viewer, text).await;
    let id = record.game.game_id;
    let buttons = [
        button(&Button::of(word::REPLAY, id), localize!(language, "button-replay"), Style::Secondary),
        button(&Button::of(word::HISTORY, id), localize!(language, "button-history"), Style::Secondary),
        button(&Button::of(word::ANALYSIS, id), localize!(language, "button-analyze"), Style::Secondary),
        button(&Button::of(word::RECORD, id), localize!(language, "button-export"), Style::Secondary),
    ];
    Ok(Some(post.rows(vec![row(&buttons)])))
}

/// Who won how, what was played, what it changes, and where the rematch is.
async fn render_in_words(
    app: &App,
    language: Language,
    record: &GameRecord,
    diagram: &Diagram,
    rematch: Option<&str>,
) -> String {
    let mut lines = vec![message::who_won(language, record, diagram), what_was_played(language, record)];
    lines.extend(ratings::view::changes(app, language, record).await);
    lines.extend(rematch.map(|link| localize!(language, "result-rematch", link = link)));
    lines.join("\n")
}

pub async fn result_text(
    app: &App,
    language: Language,
    record: &GameRecord,
    rematch: Option<&str>,
) -> anyhow::Result<String> {
    let replayed = ReplayedGame::open(record.clone(), None)?;
    Ok(render_in_words(app, language, record, &replayed.any_game.diagram(), rematch).await)
}

/// What the message of a challenge becomes: the result, with the last board.
pub async fn outcome(
    app: &App,
    language: Language,
    record: &GameRecord,
    viewer: &Viewer,
    rematch: Option<&str>,
) -> anyhow::Result<OutgoingMessage> {
    let replayed = ReplayedGame::open(record.clone(), None)?;
    let text = render_in_words(app, language, record, &replayed.any_game.diagram(), rematch).await;
    let id = record.game.game_id;
    let buttons = [
        button(&Button::of(word::REMATCH, id), localize!(language, "button-rematch"), Style::Primary),
        button(&Button::of(word::REPLAY, id), localize!(language, "button-replay"), Style::Secondary),
        button(&Button::of(word::ANALYSIS, id), localize!(language, "button-analyze"), Style::Secondary),
    ];
    Ok(message::draw_board(app, language, &replayed, viewer, text).await.rows(vec![row(&buttons)]))
}

/// What becomes of a result once its game is annulled: who played what, and why it counts no more.
pub fn annulled_result(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let player = |seat: &SeatedPlayer| {
        format!("{} ({})", language.mention(seat.player), message::color_at(language, &diagram.seats, seat.seat))
    };
    let players: Vec<String> = record.seats.iter().map(player).collect();
    let played = what_was_played(language, record);
    format!("**{}**\n{played}\n{}", players.join(" – "), annulment::annulled_why(language, record))
}

/// What was played, and how long it was: `Belgian daisy · Ladder Club · 47 moves, 12 days`.
fn what_was_played(language: Language, record: &GameRecord) -> String {
    let setup = &record.game.setup;
    let mut parts = kind(language, setup);
    parts.extend(record.game.competition.as_ref().map(|tag| name_competition(language, tag)));
    parts.push(message::length(language, record).join(", "));
    let thread = record.game.place.thread_id.map_or_else(String::new, |thread| format!(" <#{}>", thread.0));
    parts.push(format!("`{}`{thread}", record.game.name()));
    parts.join(" · ")
}

/// A sentence, and the board after so many moves below it where that is still the current one.
pub async fn sentence_with_board(
    context: &NoticeContext<'_>,
    sentence: String,
    is_current: bool,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    if !is_current || context.is_line {
        return Ok(OutgoingMessage::text(sentence));
    }
    let replayed = ReplayedGame::open(context.record.clone(), Some(ply))?;
    Ok(current_board(context, &replayed, &sentence).await)
}

/// Does this notice show the game as it is? Where one board is edited, it is for a later one otherwise.
pub fn is_current(context: &NoticeContext<'_>, notice: &Notice) -> bool {
    let (game, version) = (context.game(), context.version);
    match *notice {
        Notice::Board { ply } => {
            ply == game.ply
                && (game.phase == Phase::Playing || version == game.version)
                && !context.is_before_takeback()
        }
        Notice::TakenBack { ply, .. } => {
            game.phase == Phase::Playing && game.ply == ply && game.agreements.taken_back == Some(version)
        }
        Notice::Resumed { ply, .. } | Notice::Unpaused { ply, .. } | Notice::Replaced { ply, .. } => {
            context.mentions_now(ply)
        }
        _ => game.phase == Phase::Over,
    }
}

/// The line below a board that is edited: what has happened and who is on turn, or how the game ended, with the way to the board: who
/// is mentioned may read no more than the line. `None` where nobody is to be mentioned, and the board says it all.
pub async fn turn_line(
    context: &NoticeContext<'_>,
    sentence: &str,
    board: &str,
) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { app, language, .. } = *context;
    let replayed = ReplayedGame::open(context.record.clone(), None)?;
    let (record, diagram) = (&replayed.record, replayed.any_game.diagram());
    let mentioned = mentioned(app, &replayed).await;
    let is_playing = record.game.phase == Phase::Playing;
    let mut lines: Vec<String> = (!sentence.is_empty()).then(|| sentence.to_owned()).into_iter().collect();
    let mut is_silent = false;
    if !is_playing {
        let players = message::mentions(record.seats.iter());
        let result = message::who_won(language, record, &diagram);
        lines.push(localize!(language, "turn-line-over", players = players, result = result, board = board));
    } else if let [player] = mentioned.as_slice()
        && record.game.agreements.adjourned.is_none()
    {
        if lines.is_empty() {
            lines.extend(message::last_moves(language, record, &diagram));
        }
        lines.push(localize!(language, "turn", player = player.0));
        is_silent = reminders::view::is_quiet_now(app, *player).await;
    }
    if lines.is_empty() {
        return Ok(None);
    }
    let post = OutgoingMessage::text(lines.join("\n")).mention(mentioned);
    Ok(Some(if is_silent { post.silent() } else { post }))
}

/// In a game with hidden colors no earlier board may stand: move by move they would tell which marbles are whose.
pub fn deletes_past_boards(record: &GameRecord) -> bool {
    record.game.phase == Phase::Playing && record.game.hides_colors()
}

/// Whom a board mentions: the player on turn, if they want that; all players once the game is over.
pub async fn mentioned(app: &App, replayed: &ReplayedGame) -> Vec<UserId> {
    let game = &replayed.record.game;
    match replayed.any_game.to_move().and_then(|seat| replayed.record.at(seat)) {
        Some(player) if game.phase == Phase::Playing => {
            let Some(user) = player.player.person() else { return Vec::new() };
            let known = app.games.player(user).await.unwrap_or_default();
            let place = known.preferences.reminder_target();
            // A player who gets direct messages is not mentioned here too.
            let mentions_here = place.in_thread() || known.dm_closed || game.place.guild_id.is_none();
            if mentions_here && known.preferences.wants_turn_notice() { vec![user] } else { Vec::new() }
        }
        _ => replayed.record.people().collect(),
    }
}

async fn current_board(context: &NoticeContext<'_>, replayed: &ReplayedGame, sentence: &str) -> OutgoingMessage {
    let NoticeContext { app, language, viewer, .. } = *context;
    let (game, diagram) = (&replayed.record.game, replayed.any_game.diagram());
    let mentioned = mentioned(app, replayed).await;
    let is_silent = match mentioned.as_slice() {
        [player] if game.phase == Phase::Playing => reminders::view::is_quiet_now(app, *player).await,
        _ => false,
    };
    let mut caption = message::caption(language, replayed, &diagram, app.clock.now());
    if let Some(changes) = ratings::view::changes(app, language, &replayed.record).await {
        caption = format!("{caption}\n{changes}");
    }
    let text = if sentence.is_empty() { caption } else { format!("{sentence}\n{caption}") };
    let post = message::draw_board(app, language, replayed, viewer, text).await;
    let rows =
        if game.agreements.adjourned.is_some() { Vec::new() } else { message::board_buttons(app, language, game) };
    let post = post.mention(mentioned).rows(rows);
    if is_silent { post.silent() } else { post }
}

/// A board that is posted after the game has moved on: as it was then, without buttons, result or mention.
async fn past_board(context: &NoticeContext<'_>, mut replayed: ReplayedGame) -> OutgoingMessage {
    let NoticeContext { app, language, viewer, .. } = *context;
    let game = &mut replayed.record.game;
    (game.phase, game.ending, game.turn.deadline_at) = (Phase::Playing, None, None);
    let caption = message::past_caption(language, &replayed.record, &replayed.any_game.diagram());
    message::draw_board(app, language, &replayed, viewer, caption).await
}
