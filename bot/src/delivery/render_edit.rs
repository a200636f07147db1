//! Renders what messages say that are edited: the one board of a thread, deadlines, what was taken back or has lapsed, how a game has
//! ended.

use serde_json::{Map, Value, json};

use crate::commands::board::{message, text};
use crate::commands::{App, Viewer};
use crate::delivery::render_notice::{language_for, language_of, language_of_card, language_of_result, render_words};
use crate::delivery::standing_board::TurnLine;
use crate::discord::{Language, OutgoingMessage, localize};
use crate::domain::{GameRecord, Notice, NoticeKind, Phase, PostedKind, UserId};
use crate::features::{board, rematch, reminders};
use crate::games::ReplayedGame;
use crate::store::{Message, PostedMessage};
use crate::views::annulment;
use crate::views::notice_context::NoticeContext;

/// The line below the one board of a thread, which stands at this address; `None` once a later notice has to say more.
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
    let said = match message.notice {
        // These show the board and say nothing besides.
        Notice::Board { .. } | Notice::Ended => None,
        _ => render_words(context, message).await?,
    };
    let said = said.map(|post| post.body["content"].as_str().unwrap_or_default().to_owned());
    Ok(Some(TurnLine(board::view::turn_line(context, said.as_deref().unwrap_or_default(), board).await?)))
}

/// The one board of a thread: the game as it is, as a picture or as text.
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

/// The message of a challenge whose game has ended: its result, and the way to its rematch.
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

/// What a result in the channel of results says once there is a rematch. Its picture stays.
pub async fn result_with_rematch(
    app: &App,
    record: &GameRecord,
    rematch: Option<&str>,
) -> anyhow::Result<Map<String, Value>> {
    let language = language_of_result(app, record).await;
    let text = board::view::result_text(app, language, record, rematch).await?;
    let mut body = OutgoingMessage::text(text).body;
    body.remove("components");
    Ok(body)
}

/// Said in the thread of a game that has ended: where its rematch is.
pub async fn rematch_line(app: &App, rematch: &GameRecord, link: &str) -> OutgoingMessage {
    rematch::render_rematch(language_of(app, rematch).await, rematch, link)
}

pub async fn lapsed(app: &App, record: &GameRecord, to: Option<UserId>, posted: &PostedMessage) -> Map<String, Value> {
    let language = language_for(app, record, to).await;
    let text = match posted.kind.notice() {
        Some(NoticeKind::DrawOffer) => localize!(language, "draw-lapsed"),
        _ => localize!(language, "proposal-lapsed"),
    };
    OutgoingMessage::text(with_heading(language, record, posted, text)).body
}

/// Names the game above a text, where others may stand beside it.
fn with_heading(language: Language, record: &GameRecord, posted: &PostedMessage, text: String) -> String {
    if record.game.place.thread_id == Some(posted.channel_id) {
        return text;
    }
    format!("{}\n{text}", message::heading(language, record))
}

/// The board of the running turn, drawn again because its time has changed. `None` once it is over, or where it cannot be found out
/// now what its reader reads.
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

/// The body of a board that has been taken back. Its picture goes, so that nobody who scrolls back takes it for a position of
/// the game.
pub async fn superseded(app: &App, record: &GameRecord, to: Option<UserId>) -> Map<String, Value> {
    let language = language_for(app, record, to).await;
    let mut body = OutgoingMessage::text(localize!(language, "board-taken-back")).body;
    body.insert("attachments".into(), json!([]));
    body
}

/// The body that corrects the deadline above the board of the running turn, or in the direct message that announces it. A text board
/// stays one, whatever its reader has chosen since. `None` once the game is over, and where it cannot be found out now what its
/// reader reads.
pub async fn updated_message(
    app: &App,
    record: &GameRecord,
    to: Option<UserId>,
    posted: &PostedMessage,
) -> Option<Map<String, Value>> {
    if record.game.phase != Phase::Playing {
        return None;
    }
    if let Some(user) = to {
        app.games.player(user).await.ok()?;
    }
    let reader = Viewer::of(app, to, record.game.place.guild_id).await;
    if posted.kind == PostedKind::Notice(NoticeKind::Turn) {
        return Some(reminders::view::turn_by_direct_message(app, record, to?).await.body);
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
    let mut body = OutgoingMessage::text(text).mention(board::view::mentioned(app, &replayed).await).body;
    body.remove("components");
    Some(body)
}

/// The body that says of the last board of a game, or of its result, that the game was annulled. Its picture stays. `None` where it
/// cannot be replayed.
pub async fn annulled(
    app: &App,
    record: &GameRecord,
    to: Option<UserId>,
    posted: &PostedMessage,
) -> Option<Map<String, Value>> {
    let is_result = posted.kind == PostedKind::from(NoticeKind::Result);
    let language = if is_result { language_of_result(app, record).await } else { language_for(app, record, to).await };
    let replayed = ReplayedGame::open(record.clone(), None).ok()?;
    let diagram = replayed.any_game.diagram();
    let text = if is_result {
        board::view::annulled_result(language, record, &diagram)
    } else {
        let mut text = annulment::annulled_board(language, record, &diagram);
        if posted.kind == PostedKind::TextBoard {
            let reader = Viewer::of(app, to, record.game.place.guild_id).await;
            text = text::around(language, &replayed, &reader, reader.flips(Some(&replayed)), &text);
        }
        with_heading(language, record, posted, text)
    };
    let mut body = OutgoingMessage::text(text).body;
    body.extend(without_buttons());
    Some(body)
}

pub fn without_buttons() -> Map<String, Value> {
    Map::from_iter([("components".to_owned(), json!([]))])
}
