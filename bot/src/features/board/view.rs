//! The boards that everybody sees, posted with each move.

use crate::commands::board::message;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::localization::localize;
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::{GameRecord, Phase, UserId};
use crate::features::challenge::view::game_name;
use crate::features::notice_context::NoticeContext;
use crate::features::reminders;
use crate::games::ReplayedGame;

/// The board after so many moves; as it was then, when the game has moved on.
pub async fn board(context: &NoticeContext<'_>, ply: u32) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { record, version, .. } = *context;
    let game = context.game();
    // A draw offer or a reminder leaves the turn as it is; an ending without a move has a notice of its own.
    let current =
        ply == game.ply && (game.phase == Phase::Playing || version == game.version) && !context.is_before_takeback();
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

/// The last board with who played what, for readers who did not follow the game.
pub async fn result(context: &NoticeContext<'_>) -> anyhow::Result<OutgoingMessage> {
    let NoticeContext { app, language, record, viewer, .. } = *context;
    let replayed = ReplayedGame::open(record.clone(), None)?;
    let title = localize!(language, "result-title", game = game_name(language, &record.game.setup));
    let caption = message::caption(language, &replayed, &replayed.any_game.diagram());
    let mut text = format!("{title}\n{caption}");
    // Where there is no thread, every message of the game has this line.
    if record.game.place.thread_id.is_some() {
        text = format!("{}\n{text}", message::heading(language, record));
    }
    let post = message::drawn(app, language, &replayed, viewer, text).await;
    let id = record.game.game_id;
    let buttons = [
        button(&Button::of(ButtonAction::Replay, id), localize!(language, "button-replay"), Style::Secondary),
        button(&Button::of(ButtonAction::History, id), localize!(language, "button-history"), Style::Secondary),
        button(&Button::of(ButtonAction::Record, id), localize!(language, "button-record"), Style::Secondary),
    ];
    Ok(post.rows(vec![row(&buttons)]))
}

/// A sentence, and the board after so many moves below it where that is still the current one.
pub async fn sentence_with_board(
    context: &NoticeContext<'_>,
    sentence: String,
    is_current: bool,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    if !is_current {
        return Ok(OutgoingMessage::text(sentence));
    }
    let replayed = ReplayedGame::open(context.record.clone(), Some(ply))?;
    Ok(current_board(context, &replayed, &sentence).await)
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
            let known = app.games.player(player.user).await.unwrap_or_default();
            let place = known.preferences.reminder_target();
            // A player who gets direct messages is not mentioned here too.
            let mentions_here = place.in_thread() || known.dm_closed || game.place.guild_id.is_none();
            if mentions_here && known.preferences.wants_turn_notice() { vec![player.user] } else { Vec::new() }
        }
        _ => replayed.record.seats.iter().map(|seat| seat.user).collect(),
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
    let caption = message::caption(language, replayed, &diagram);
    let text = if sentence.is_empty() { caption } else { format!("{sentence}\n{caption}") };
    let post = message::drawn(app, language, replayed, viewer, text).await;
    let post = post.mention(mentioned).rows(message::buttons(language, game));
    if is_silent { post.silent() } else { post }
}

/// A board that is posted after the game has moved on: as it was then, without buttons, result or mention.
async fn past_board(context: &NoticeContext<'_>, mut replayed: ReplayedGame) -> OutgoingMessage {
    let NoticeContext { app, language, viewer, .. } = *context;
    let game = &mut replayed.record.game;
    (game.phase, game.ending, game.turn.deadline_at) = (Phase::Playing, None, None);
    let caption = message::past_caption(language, &replayed.record, &replayed.any_game.diagram());
    message::drawn(app, language, &replayed, viewer, caption).await
}
