//! Direct messages to one player in their language: turns, deadlines, the digest.

use crate::commands::board::message;
use crate::commands::board::seats::seats_and_boards;
use crate::commands::context::App;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::domain::{GameRecord, GameSummary, Notice, UserId};
use crate::features::game_list::command;
use crate::features::notice_context::NoticeContext;
use crate::store::{Message, StoreError};

/// The language of a person; English where it is unknown.
async fn language_of(app: &App, user: UserId) -> Language {
    let locale = app.games.locale_of(user).await.ok().flatten();
    locale.map_or(Language::English, |locale| Language::of(&locale))
}

/// What a notice about a player's turn says to them alone. It leads to the game.
pub async fn direct_message(app: &App, message: &Message, record: &GameRecord, user: UserId) -> OutgoingMessage {
    let language = language_of(app, user).await;
    let game = &record.game;
    let against = message::against(language, &seats_and_boards(game).0, &record.seats, user);
    let place = game.place.channel().0;
    let mut text = localize!(language, "dm-turn", id = game.game_id, against = against, channel = place);
    if let Some(deadline) = game.turn.deadline_at {
        text.push(' ');
        text.push_str(&localize!(language, "dm-deadline", at = deadline.0 / 1000));
    }
    let mut post = OutgoingMessage::text(text).rows(message::buttons(language, game));
    if is_last(message) {
        post = post.append(&localize!(language, "reminder-last"));
    }
    if matches!(message.notice, Notice::Turn { .. }) && is_quiet_now(app, user).await { post.silent() } else { post }
}

/// Is this the last reminder before the bot stops reminding an inactive player?
pub fn is_last(message: &Message) -> bool {
    matches!(message.notice, Notice::Reminder { last: true, .. })
}

/// Is it in the quiet hours of this player? `false` where unknown.
pub async fn is_quiet_now(app: &App, user: UserId) -> bool {
    app.games.is_quiet(user, app.clock.now()).await.unwrap_or(false)
}

/// Said once in the game, where the player reads it: their direct messages are closed.
pub async fn direct_messages_closed(app: &App, user: UserId) -> String {
    localize!(language_of(app, user).await, "dm-closed", player = user.0)
}

/// The games that wait for this player, most urgent first; `None` when none does.
pub async fn digest(app: &App, user: UserId) -> Result<Option<OutgoingMessage>, StoreError> {
    let waiting: Vec<GameSummary> = app.games.waiting_for(user).await?;
    if waiting.is_empty() {
        return Ok(None);
    }
    let language = language_of(app, user).await;
    let title = localize!(language, "digest-title", count = waiting.len());
    let lines = waiting.iter().map(|summary| command::line(language, summary, user));
    Ok(Some(OutgoingMessage::text(command::fit_whole_message(language, title, lines))))
}

/// The text of a test reminder.
pub async fn test_reminder(app: &App, user: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language_of(app, user).await, "reminder-test", player = user.0)).mention([user])
}

/// A reminder, where the game is played. `None` once the player has moved, or while the game is adjourned.
pub fn reminder(context: &NoticeContext<'_>, ply: u32, is_last: bool) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let player = context.record.on_turn()?.user;
    let deadline = game.turn.deadline_at.filter(|_| context.mentions_now(ply))?;
    let text = localize!(language, "reminder", player = player.0, at = deadline.0 / 1000);
    let post = OutgoingMessage::text(text).mention([player]).rows(message::buttons(language, game));
    Some(if is_last { post.append(&localize!(language, "reminder-last")) } else { post })
}

/// It is this player's turn: said in the game where no direct message reaches them.
pub fn turn(context: &NoticeContext<'_>, ply: u32) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let player = context.record.on_turn().filter(|_| context.mentions_now(ply))?.user;
    let text = localize!(language, "turn", player = player.0);
    Some(OutgoingMessage::text(text).mention([player]).rows(message::buttons(language, game)))
}
