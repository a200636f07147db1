//! The board of a server that wants one message per game: it is edited at each turn, and a line below it mentions the
//! player on turn.
//!
//! Repeating it is harmless: the edit shows the current game, and the line has a nonce of its own. The board is
//! recorded with its version before the line is posted.

use base::crash_point::{self, Point};
use discord::{DiscordError, ErrorClass, OutgoingMessage};
use games::domain::{BoardPosts, ChannelId, GameRecord, NoticeKind, PostedKind};
use games::store::{Message, PostedMessage, StoreError};
use tracing::info;

use crate::delivery::outbox::{Delivered, DeliveryError, Outbox};
use crate::delivery::places::closed_places::Place;
use crate::delivery::places::threads;
use crate::delivery::{posting, render_edit, render_notice};

/// The thread of a game whose server wants one board. Not a channel, where others write too and an edited board would
/// scroll out of sight.
pub(crate) async fn thread_with_one_board(
    outbox: &Outbox,
    record: &GameRecord,
) -> Result<Option<ChannelId>, StoreError> {
    let (Some(guild), Some(thread)) = (record.game.place.guild_id, record.game.place.thread_id) else {
        return Ok(None);
    };
    let posts = outbox.store.guild(guild).await?.posts.unwrap_or_default();
    Ok((posts == BoardPosts::One).then_some(thread))
}

/// The edited board of this thread, among messages with the newest first.
pub(crate) fn find_standing_board(thread: ChannelId, posted: &[PostedMessage]) -> Option<&PostedMessage> {
    let is_board = |posted: &&PostedMessage| posted.kind != PostedKind::PastBoard && posted.kind.is_board();
    posted.iter().filter(is_board).find(|posted| posted.channel_id == thread)
}

/// Shows a notice on the edited board; `None` if there is none, or it can no longer be edited, and a new one is
/// posted.
pub(crate) async fn update(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
) -> Result<Option<Delivered>, DeliveryError> {
    let kind = message.notice.kind();
    let shows_board = kind.is_board() || matches!(kind, NoticeKind::Ended | NoticeKind::Adjudicated);
    if !shows_board || threads::is_first_board(record, message) {
        return Ok(None);
    }
    let Some(thread) = thread_with_one_board(outbox, record).await? else { return Ok(None) };
    let messages = outbox.store.posted_messages(message.game_id).await?;
    let (Some(standing), Some(guild)) = (find_standing_board(thread, &messages), record.game.place.guild_id) else {
        return Ok(None);
    };
    let line = render_edit::turn_line(&outbox.app, message, record, &posting::address(guild, standing)).await?;
    let Some(line) = line else {
        // A later notice shows the current state. The line of an earlier try may exist, with a needless mention.
        if message.may_be_posted {
            let stale = render_notice::obsolete(&outbox.app, message, record, None).await;
            let line = post_line(outbox, message, thread, &stale).await?;
            return Ok(Some(Delivered { posted: Some(line), is_sent: false }));
        }
        return Ok(Some(Delivered::default()));
    };
    if standing.version < message.version {
        let kind = match edit(outbox, record, message, standing).await {
            Ok(kind) => kind,
            Err(error) if error.is_temporary() && error.code() != posting::TOO_MANY_EDITS => return Err(error.into()),
            Err(error) => {
                let game = record.game.game_id;
                info!(game.id = %game, %error, "The board of game {game} can't be edited, so it gets a new one: {error}");
                return Ok(None);
            }
        };
        crash_point::point(Point::BoardEdited);
        let updated = PostedMessage { version: message.version, kind, ..standing.clone() };
        outbox.store.record_posted(&updated).await?;
    }
    let Some(line) = line.0 else { return Ok(Some(Delivered { posted: None, is_sent: true })) };
    match post_line(outbox, message, thread, &line).await {
        Ok(line_message) => Ok(Some(Delivered { posted: Some(line_message), is_sent: true })),
        // The board must be posted elsewhere.
        Err(error) if !error.is_temporary() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn post_line(
    outbox: &Outbox,
    message: &Message,
    thread: ChannelId,
    line: &OutgoingMessage,
) -> Result<PostedMessage, DiscordError> {
    let nonce = format!("{}-l", message.message_id);
    let discord_id = outbox.discord.post(thread, line, &nonce).await?;
    let (game_id, version) = (message.game_id, message.version);
    Ok(PostedMessage { game_id, version, kind: PostedKind::TurnLine, channel_id: thread, discord_id })
}

/// Shows the current game; as text if pictures are refused. Returns the kind of the shown message.
async fn edit(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    standing: &PostedMessage,
) -> Result<PostedKind, DiscordError> {
    let (channel, id) = (standing.channel_id, standing.discord_id);
    let pictures = Place::Pictures(channel);
    let mut refusal = outbox.closed_places.refusal(pictures, outbox.app.clock.now());
    if refusal.is_none() {
        let post = render_edit::current_board(&outbox.app, message, record, false).await;
        let post = post.map_err(|cause| DiscordError::NoResponse(format!("the board was not drawn: {cause}")))?;
        match outbox.discord.replace(channel, id, &post).await {
            Ok(()) if post.pictures.is_empty() => return Ok(PostedKind::TextBoard),
            Ok(()) => return Ok(NoticeKind::Board.into()),
            Err(error) if error.code() == posting::MISSING_PERMISSIONS => {
                outbox.closed_places.close(pictures, outbox.app.clock.now(), &error);
                refusal = Some(error);
            }
            Err(error) => return Err(error),
        }
    }
    let text = render_edit::current_board(&outbox.app, message, record, true).await;
    let text = text.map_err(|cause| DiscordError::NoResponse(format!("the board was not written: {cause}")))?;
    match (outbox.discord.replace(channel, id, &text).await, refusal) {
        (Ok(()), _) => Ok(PostedKind::TextBoard),
        (Err(error), Some(refused)) if error.class() == ErrorClass::Reroute => Err(refused),
        (Err(error), _) => Err(error),
    }
}
