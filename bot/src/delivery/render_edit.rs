//! Rendering of edited messages: the one board of a thread, deadlines, takebacks and lapsed questions, outcomes.

use discord::OutgoingMessage;
use games::ReplayedGame;
use games::domain::{GameRecord, Notice, NoticeKind, Phase, PostedKind, UserId};
use games::store::{Message, PostedMessage};
use serenity::all::{EditAttachments, EditMessage};

use crate::board::{message, text};
use crate::commands::{App, Viewer};
use crate::delivery::render_notice::{language_for, language_of, language_of_card, language_of_result, render_words};
use crate::features::{board, rematch, reminders};
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

/// The text below an edited board.
///
/// `None` if no one is to be mentioned, and the board is sufficient.
pub struct TurnLine(pub(crate) Option<OutgoingMessage>);

/// The line below the one board of a thread, whose address is `board`; `None` if a later notice supersedes it.
pub async fn turn_line(
    app: &App,
    message: &Message,
    record: &GameRecord,
    board: &str,
) -> anyhow::Result<Option<TurnLine>> {
    let viewer = Viewer::of(app, None, record.game.place.guild_id).await;
    let context = &context(app, message, record, &viewer).await;
    if !board::view::is_current(context, &message.notice) {
        return Ok(None);
    }
    let words = match message.notice {
        // These show the board without further text.
        Notice::Board { .. } | Notice::Ended => None,
        _ => render_words(context, message).await?,
    };
    let words = words.map(|post| post.content);
    Ok(Some(TurnLine(board::view::turn_line(context, words.as_deref().unwrap_or_default(), board).await?)))
}

/// The one board of a thread: the current game, as a picture or as text.
pub async fn current_board(
    app: &App,
    message: &Message,
    record: &GameRecord,
    is_text: bool,
) -> anyhow::Result<OutgoingMessage> {
    let mut viewer = Viewer::of(app, None, record.game.place.guild_id).await;
    viewer.text_board |= is_text;
    board::view::last_board(&context(app, message, record, &viewer).await).await
}

async fn context<'a>(app: &'a App, message: &Message, record: &'a GameRecord, viewer: &'a Viewer) -> NoticeContext<'a> {
    let language = language_of(app, record).await;
    let (version, created_at) = (message.version, message.created_at);
    NoticeContext { app, language, record, version, created_at, viewer, reader: None, is_line: true }
}

/// The message of a finished game's challenge: its result, and the link to its rematch.
pub async fn outcome(app: &App, record: &GameRecord, rematch: Option<&str>) -> anyhow::Result<OutgoingMessage> {
    let language = language_of_card(app, record).await;
    if record.game.is_annulled() {
        let replayed = ReplayedGame::open(record.clone(), None)?;
        let text = board::view::annulled_result(language, record, &replayed.any_game.diagram());
        return Ok(OutgoingMessage::text(text));
    }
    if record.game.phase != Phase::Over {
        return Ok(crate::features::challenge::view::render_closed_challenge(language, record));
    }
    let viewer = Viewer::of(app, None, record.game.place.guild_id).await;
    board::view::outcome(app, language, record, &viewer, rematch).await
}

/// A result in the channel of results, with a link to the rematch. Its picture stays.
pub async fn result_with_rematch(app: &App, record: &GameRecord, rematch: Option<&str>) -> anyhow::Result<EditMessage> {
    let language = language_of_result(app, record).await;
    Ok(board::view::result_without_picture(app, language, record, rematch).await?.edit())
}

/// The line in the thread of a finished game that links to its rematch.
pub async fn rematch_line(app: &App, rematch: &GameRecord, link: &str) -> OutgoingMessage {
    rematch::render_rematch(language_of(app, rematch).await, rematch, link)
}

pub async fn lapsed(app: &App, record: &GameRecord, to: Option<UserId>, posted: &PostedMessage) -> EditMessage {
    let language = language_for(app, record, to).await;
    let text = match posted.kind.notice() {
        Some(NoticeKind::DrawOffer) => localize!(language, "draw-lapsed"),
        _ => localize!(language, "proposal-lapsed"),
    };
    OutgoingMessage::text(with_heading(language, record, posted, text)).edit()
}

/// Puts the name of the game above a text, if messages of other games may be beside it.
fn with_heading(language: Language, record: &GameRecord, posted: &PostedMessage, text: String) -> String {
    if record.game.place.thread_id == Some(posted.channel_id) {
        return text;
    }
    format!("{}\n{text}", message::heading(language, record))
}

/// The redrawn board of the running turn after a change of its time. `None` once the turn is over, or if its reader's
/// settings are unavailable now.
pub async fn redrawn(
    app: &App,
    record: &GameRecord,
    to: Option<UserId>,
    posted: &PostedMessage,
) -> Option<OutgoingMessage> {
    if record.game.phase != Phase::Playing {
        return None;
    }
    if let Some(user) = to {
        app.games.player(user).await.ok()?;
    }
    let viewer = Viewer::of(app, to, record.game.place.guild_id).await;
    let language = language_for(app, record, to).await;
    let (version, created_at) = (record.game.version, app.clock.now());
    let context =
        NoticeContext { app, language, record, version, created_at, viewer: &viewer, reader: to, is_line: false };
    let post = board::view::last_board(&context).await.ok()?;
    let is_in_thread = record.game.place.thread_id == Some(posted.channel_id);
    Some(if is_in_thread { post } else { post.prepend(&message::heading(language, record)) })
}

/// The edit of a board that has been taken back. It removes the picture, so that no one mistakes it for a position of
/// the game.
pub async fn superseded(app: &App, record: &GameRecord, to: Option<UserId>) -> EditMessage {
    let language = language_for(app, record, to).await;
    OutgoingMessage::text(localize!(language, "board-taken-back")).edit().attachments(EditAttachments::new())
}

/// The edit that corrects the deadline above the board of the running turn, or in the direct message that announces
/// it. A text board stays one, even if its reader has changed the setting. `None` once the game is over, or if its
/// reader's settings are unavailable now.
pub async fn updated_message(
    app: &App,
    record: &GameRecord,
    to: Option<UserId>,
    posted: &PostedMessage,
) -> Option<EditMessage> {
    if record.game.phase != Phase::Playing {
        return None;
    }
    if let Some(user) = to {
        app.games.player(user).await.ok()?;
    }
    let reader = Viewer::of(app, to, record.game.place.guild_id).await;
    if posted.kind == PostedKind::Notice(NoticeKind::Turn) {
        return Some(reminders::view::turn_by_direct_message(app, record, to?).await.edit());
    }
    let language = language_for(app, record, to).await;
    let replayed = ReplayedGame::open(record.clone(), None).ok()?;
    let mut text = message::caption(language, &replayed, &replayed.any_game.diagram(), app.clock.now());
    // A reader who has chosen text boards since the picture was posted may have both.
    if posted.kind == PostedKind::TextBoard || reader.text_board {
        let flip = reader.flips(Some(&replayed));
        text = text::around(language, &replayed, &reader, flip, &text);
    }
    let text = with_heading(language, record, posted, text);
    // Its reader's language may have changed: the buttons change with the text.
    let buttons = board::view::board_buttons(app, language, &record.game);
    Some(OutgoingMessage::text(text).mention(board::view::mentioned(app, &replayed).await).rows(buttons).edit())
}

/// The edit that marks a game's last board, or its result, as annulled. Its picture stays. `None` if the game cannot
/// be replayed.
pub async fn annulled(
    app: &App,
    record: &GameRecord,
    to: Option<UserId>,
    posted: &PostedMessage,
) -> Option<EditMessage> {
    let is_result = posted.kind == PostedKind::from(NoticeKind::Result);
    let language = if is_result { language_of_result(app, record).await } else { language_for(app, record, to).await };
    let replayed = ReplayedGame::open(record.clone(), None).ok()?;
    let diagram = replayed.any_game.diagram();
    let text = if is_result {
        board::view::annulled_result(language, record, &diagram)
    } else {
        let mut text = message::annulled_board(language, record, &diagram);
        if posted.kind == PostedKind::TextBoard {
            let reader = Viewer::of(app, to, record.game.place.guild_id).await;
            text = text::around(language, &replayed, &reader, reader.flips(Some(&replayed)), &text);
        }
        with_heading(language, record, posted, text)
    };
    Some(OutgoingMessage::text(text).edit())
}
