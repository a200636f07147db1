//! Posting in one place of Discord: a channel, a thread, a DM channel.

use discord::{DiscordError, ErrorClass, OutgoingMessage};
use games::domain::{ChannelId, GameId, GameRecord, GuildId, Notice, NoticeKind, PostedKind};
use games::store::availability::log_failure;
use games::store::{Message, PostedMessage};
use tracing::{error, info, warn};

use crate::delivery::outbox::{DeliveryError, Outbox, REFUSED_TRIES};
use crate::delivery::places::closed_places::Place;
use crate::delivery::render_notice;

pub(crate) const MISSING_PERMISSIONS: u64 = 50_013;

/// Discord's code for too many edits of a message older than an hour. A new message can be edited again.
pub(crate) const TOO_MANY_EDITS: u64 = 30_046;

/// Whether a place counts as closed: Discord says so, or refuses repeatedly with an unknown code.
pub(super) fn is_closed(error: &DiscordError, message: &Message) -> bool {
    match error.class() {
        ErrorClass::Reroute | ErrorClass::Unreachable => true,
        ErrorClass::Unknown => message.attempts >= REFUSED_TRIES,
        ErrorClass::Retry | ErrorClass::Gone | ErrorClass::GiveUp => false,
    }
}

/// Posts in one place, unless it has refused a message a short while ago.
pub(super) async fn post_in(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    channel: ChannelId,
    post: &OutgoingMessage,
) -> Result<PostedMessage, DiscordError> {
    let place = Place::Channel(channel);
    if let Some(error) = refusal(outbox, message, place) {
        return Err(error);
    }
    let result = try_to_post_in(outbox, record, message, channel, post).await;
    match &result {
        Ok(_) => outbox.closed_places.open(place),
        Err(error) if is_closed(error, message) => outbox.closed_places.close(place, outbox.app.clock.now(), error),
        Err(_) => {}
    }
    result
}

/// The recent refusal of a place. Challenges ignore it: their host may just have fixed the permissions, and
/// challenges are rare.
pub(super) fn refusal(outbox: &Outbox, message: &Message, place: Place) -> Option<DiscordError> {
    outbox.closed_places.refusal(place, outbox.app.clock.now()).filter(|_| message.notice != Notice::Challenge)
}

/// Posts in one place. If pictures are refused, a text board replaces them.
async fn try_to_post_in(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    channel: ChannelId,
    post: &OutgoingMessage,
) -> Result<PostedMessage, DiscordError> {
    let (nonce, pictures) = (message.message_id.to_string(), Place::Pictures(channel));
    let earlier_refusal = if post.pictures.is_empty() { None } else { refusal(outbox, message, pictures) };
    let error = match earlier_refusal {
        Some(error) => error,
        None => match post_or_plain(outbox, message, channel, post, &nonce).await {
            Ok((id, is_plain)) => {
                if !post.pictures.is_empty() && !is_plain {
                    outbox.closed_places.open(pictures);
                }
                let sent_post = if is_plain { post.plain() } else { post.clone() };
                return Ok(posted_message(record, message, &sent_post, channel, id));
            }
            Err(error) => error,
        },
    };
    // The missing permission may be *Attach Files*.
    if error.code() == MISSING_PERMISSIONS
        && !post.pictures.is_empty()
        && let Some(text) = render_notice::without_picture(&outbox.app, message, record).await
        && let Ok(id) = outbox.discord.post(channel, &text, &nonce).await
    {
        let game = record.game.game_id;
        outbox.closed_places.close(pictures, outbox.app.clock.now(), &error);
        if outbox.closed_places.is_news(pictures, &error) {
            warn!(
                game.id = %game, channel = channel.0, %error,
                "Discord refuses pictures in channel {}, so game {game} and others get text boards. The permission Attach Files is \
                 missing: {error}", channel.0
            );
        }
        return Ok(posted_message(record, message, &text, channel, id));
    }
    Err(error)
}

/// Posts a message. If Discord rejects its form, posts only its text, so that nobody misses a move. Returns whether
/// only the text was posted.
pub(super) async fn post_or_plain(
    outbox: &Outbox,
    message: &Message,
    channel: ChannelId,
    post: &OutgoingMessage,
    nonce: &str,
) -> Result<(u64, bool), DiscordError> {
    outbox.limited_channels.forget(message.message_id);
    let result = outbox.discord.post(channel, post, nonce).await;
    note_limit(outbox, message, channel, result.as_ref().err()).await;
    let error = match result {
        Ok(id) => return Ok((id, false)),
        Err(error) if error.class() == ErrorClass::GiveUp => error,
        Err(error) => return Err(error),
    };
    let game = message.game_id;
    error!(game.id = %game, kind = %message.notice.kind(), "Discord refuses a message of game {game}, so its words go out alone: {error}");
    outbox.discord.post(channel, &post.plain(), nonce).await.map(|id| (id, true))
}

/// After a rate limit, a message waits until another one succeeds in its channel, or the pause is over.
async fn note_limit(outbox: &Outbox, message: &Message, channel: ChannelId, error: Option<&DiscordError>) {
    let now = outbox.app.clock.now();
    let waiting = match error {
        None => outbox.limited_channels.end(channel),
        Some(DiscordError::RateLimited { pause, .. }) => {
            let until = now.plus(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX));
            return outbox.limited_channels.wait(message.message_id, channel, until, now);
        }
        Some(_) => return,
    };
    for message in waiting {
        if let Err(error) = outbox.store.make_due(message, now).await {
            log_failure("send what a limit held back", &error);
        }
    }
}

/// Whether an earlier message was changed. A permanent refusal, or a deleted message, is ignored.
///
/// # Errors
/// If another try may succeed.
pub(super) fn accept_refusal(game: GameId, edited: Result<(), DiscordError>) -> Result<bool, DiscordError> {
    match edited {
        Err(error) if error.is_temporary() => return Err(error),
        Err(error) if error.class() != ErrorClass::Gone => {
            info!(game.id = %game, %error, "An earlier message of game {game} stays as it is: {error}");
        }
        Err(_) => {}
        Ok(()) => return Ok(true),
    }
    Ok(false)
}

/// Edits the line about this vacation in this channel and returns it. `None`: a new line must be posted.
pub(super) async fn edit_vacation_line(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    standing: &[PostedMessage],
    channel: ChannelId,
    post: &OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let Some(kind) = vacation_line(record, &message.notice) else { return Ok(None) };
    let Some(line) = standing.iter().find(|line| (line.kind, line.channel_id) == (kind, channel)) else {
        return Ok(None);
    };
    // A player just saved from a loss is to be mentioned, which an edit cannot do.
    let mentions = matches!(message.notice, Notice::VacationBegan { automatic: true, .. });
    if mentions && line.version < message.version {
        return Ok(None);
    }
    match outbox.discord.edit(channel, line.discord_id, &post.edit()).await {
        Ok(()) => Ok(Some(PostedMessage { version: message.version, ..line.clone() })),
        Err(error) if error.is_temporary() && error.code() != TOO_MANY_EDITS => Err(error.into()),
        // It was deleted, or may not be edited. Delete it first, so that no other try finds it beside the new one.
        Err(_) => {
            match outbox.discord.delete(channel, line.discord_id).await {
                Err(error) if error.is_temporary() => return Err(error.into()),
                // In an archived thread, which the new line opens: the clean-up after it deletes this one.
                Err(error) if error.class() != ErrorClass::Gone => {}
                _ => outbox.store.delete_posted(line).await?,
            }
            Ok(None)
        }
    }
}

/// The kind under which the line about this vacation is recorded.
pub(super) fn vacation_line(record: &GameRecord, notice: &Notice) -> Option<PostedKind> {
    match *notice {
        Notice::VacationBegan { user, .. } | Notice::VacationEnded { user, .. } => {
            record.seat_of(user).map(PostedKind::VacationLine)
        }
        _ => None,
    }
}

pub(super) fn posted_message(
    record: &GameRecord,
    message: &Message,
    post: &OutgoingMessage,
    channel_id: ChannelId,
    discord_id: u64,
) -> PostedMessage {
    let kind = match message.notice.kind() {
        NoticeKind::Board if post.pictures.is_empty() => PostedKind::TextBoard,
        kind => vacation_line(record, &message.notice).unwrap_or_else(|| kind.into()),
    };
    PostedMessage { game_id: message.game_id, version: message.version, kind, channel_id, discord_id }
}

pub(crate) fn address(guild: GuildId, posted: &PostedMessage) -> String {
    format!("https://discord.com/channels/{}/{}/{}", guild.0, posted.channel_id.0, posted.discord_id)
}
