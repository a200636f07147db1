//! Public boards, posted with each move.

use discord::custom_id::CustomId as _;
use discord::{CreateActionRow, OutgoingMessage, Style, button, row};
use games::ReplayedGame;
use games::domain::{Game, GameRecord, Notice, Phase, SeatedPlayer, UserId};
use rules::Diagram;

use crate::board::message;
use crate::commands::setup_words::kind;
use crate::commands::{AnalysisButton, App, ChallengeButton, HistoryButton, RecordButton, ReplayButton, Viewer};
use crate::features::{ratings, reminders};
use crate::localization::{Language, localize, name_player};
use crate::views::competition::name_competition;
use crate::views::game_lines::with_thread_link;
use crate::views::notice_context::NoticeContext;

/// The board at a ply; without buttons or mentions if the game has moved on.
pub async fn board(context: &NoticeContext<'_>, ply: u32) -> anyhow::Result<Option<OutgoingMessage>> {
    let record = context.record;
    // A draw offer or a reminder leaves the turn as it is; an end without a move has its own notice.
    let current = is_current(context, &Notice::Board { ply });
    if (!current && deletes_past_boards(record)) || context.is_taken_back(ply) {
        return Ok(None);
    }
    let replayed = ReplayedGame::open(record.clone(), Some(ply))?;
    Ok(Some(if current { current_board(context, &replayed, "").await } else { past_board(context, replayed).await }))
}

/// The board of a game that ended without a move.
pub async fn last_board(context: &NoticeContext<'_>) -> anyhow::Result<OutgoingMessage> {
    let replayed = ReplayedGame::open(context.record.clone(), None)?;
    Ok(current_board(context, &replayed, "").await)
}

/// The last board with result, reason and setup, for readers who did not follow the game.
pub async fn result(context: &NoticeContext<'_>) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { app, language, record, viewer, .. } = *context;
    if record.game.phase != Phase::Over {
        return Ok(None);
    }
    let replayed = ReplayedGame::open(record.clone(), None)?;
    let diagram = replayed.any_game.diagram();
    let text = render_in_words(app, language, record, &diagram, None).await;
    let post = message::draw_board(app, language, &replayed, viewer, text).await;
    Ok(Some(post.rows(result_buttons(language, record))))
}

fn result_buttons(language: Language, record: &GameRecord) -> Vec<CreateActionRow> {
    let id = record.game.game_id;
    let buttons = [
        button(&ReplayButton::Replay.about(id), localize!(language, "button-replay"), Style::Secondary),
        button(&HistoryButton::LAST.about(id), localize!(language, "button-history"), Style::Secondary),
        button(&AnalysisButton::GAME.about(id), localize!(language, "button-analyze"), Style::Secondary),
        button(&RecordButton::Export.about(id), localize!(language, "button-export"), Style::Secondary),
    ];
    vec![row(buttons)]
}

/// The result in words: winner, setup, effect on ratings and competitions, link to the rematch.
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

pub async fn result_without_picture(
    app: &App,
    language: Language,
    record: &GameRecord,
    rematch: Option<&str>,
) -> anyhow::Result<OutgoingMessage> {
    let replayed = ReplayedGame::open(record.clone(), None)?;
    let text = render_in_words(app, language, record, &replayed.any_game.diagram(), rematch).await;
    Ok(OutgoingMessage::text(text).rows(result_buttons(language, record)))
}

/// The updated message of a finished challenge: the result with the last board.
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
        button(&ChallengeButton::Rematch.about(id), localize!(language, "button-rematch"), Style::Primary),
        button(&ReplayButton::Replay.about(id), localize!(language, "button-replay"), Style::Secondary),
        button(&AnalysisButton::GAME.about(id), localize!(language, "button-analyze"), Style::Secondary),
    ];
    Ok(message::draw_board(app, language, &replayed, viewer, text).await.rows(vec![row(buttons)]))
}

/// The updated message of an annulled game's result: players, setup, reason of the annulment.
pub fn annulled_result(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let player = |seat: &SeatedPlayer| {
        format!("{} ({})", name_player(language, seat.player), message::color_at(language, &diagram.seats, seat.seat))
    };
    let players: Vec<String> = record.seats.iter().map(player).collect();
    let setup_line = what_was_played(language, record);
    format!("**{}**\n{setup_line}\n{}", players.join(" – "), message::annulled_why(language, record))
}

/// The setup and the length of a game: `Belgian daisy · Ladder Club · 47 moves, 12 days`.
fn what_was_played(language: Language, record: &GameRecord) -> String {
    let setup = &record.game.setup;
    let mut parts = kind(language, setup);
    parts.extend(record.game.competition.as_ref().map(|tag| name_competition(language, tag)));
    parts.push(message::length(language, record).join(", "));
    parts.push(with_thread_link(&record.game, &record.game.name()));
    parts.join(" · ")
}

/// A sentence, with the board at this ply below it if that is still current.
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

/// Whether this notice shows the current board. In threads that edit one board, a later notice may have replaced it.
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

/// The line below a board that is edited in place: the last event and the player on turn, or the result, with a link
/// to the board, because a mentioned player may see only this line. `None` if no one is mentioned.
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
        let players = message::mentions(language, record.seats.iter());
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

/// Hidden colors: earlier boards are deleted, because a sequence of boards reveals whose marbles are whose.
pub fn deletes_past_boards(record: &GameRecord) -> bool {
    record.game.phase == Phase::Playing && record.game.hides_colors()
}

/// The people that a board mentions: the player on turn, if they want that; all players once the game is over.
pub async fn mentioned(app: &App, replayed: &ReplayedGame) -> Vec<UserId> {
    let game = &replayed.record.game;
    match replayed.any_game.to_move().and_then(|seat| replayed.record.at(seat)) {
        Some(player) if game.phase == Phase::Playing => {
            let Some(user) = player.player.person() else { return Vec::new() };
            let settings = app.games.player(user).await.unwrap_or_default();
            let place = settings.preferences.reminder_target();
            // A player who gets direct messages is not mentioned here as well.
            let mentions_here = place.in_thread() || settings.dm_closed || game.place.guild_id.is_none();
            if mentions_here && settings.preferences.wants_turn_notice() { vec![user] } else { Vec::new() }
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
    let post = post.mention(mentioned).rows(board_buttons(app, language, game));
    if is_silent { post.silent() } else { post }
}

/// The buttons below the board of a game; none while it is adjourned.
pub fn board_buttons(app: &App, language: Language, game: &Game) -> Vec<CreateActionRow> {
    if game.agreements.adjourned.is_some() { Vec::new() } else { message::buttons(app, language, game) }
}

/// A board posted after the game has moved on: without buttons, result or mention.
async fn past_board(context: &NoticeContext<'_>, mut replayed: ReplayedGame) -> OutgoingMessage {
    let NoticeContext { app, language, viewer, .. } = *context;
    let game = &mut replayed.record.game;
    (game.phase, game.ending, game.turn.deadline_at) = (Phase::Playing, None, None);
    let caption = message::past_caption(language, &replayed.record, &replayed.any_game.diagram());
    message::draw_board(app, language, &replayed, viewer, caption).await
}
