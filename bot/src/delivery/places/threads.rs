//! The threads of games.

use std::time::Duration;

use base::crash_point::{self, Point};
use discord::{AutoArchiveDuration, DiscordError, ErrorClass, OutgoingMessage};
use games::domain::{ChannelId, GameRecord, GuildPreferences, Notice, Phase, ThreadLimit};
use games::store::{Message, PostedMessage};
use tracing::{info, warn};

use crate::delivery::outbox::REFUSED_TRIES;
use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::closed_places::Place;
use crate::delivery::places::direct_messages::{is_challenge, is_public};
use crate::delivery::posting::is_closed;
use crate::delivery::render_notice;

/// The longest rate limit for which a game waits for its thread.
const MAX_THREAD_PAUSE: Duration = Duration::from_mins(1);

/// Whether to wait for a thread. A game can do without one, so a permanent refusal and a long rate limit are final.
/// During a global rate limit the board waits too, and its next try requests the thread again. A game that has begun
/// waits only if the thread may already exist: its next board asks again.
fn may_get_thread_later(error: &DiscordError, record: &GameRecord, message: &Message) -> bool {
    if matches!(error, DiscordError::RateLimited { pause, .. } if *pause > MAX_THREAD_PAUSE) {
        return false;
    }
    let (is_first, has_tries_left) = (is_first_board(record, message), message.attempts < REFUSED_TRIES);
    match error.class() {
        ErrorClass::Retry if error.code() == 0 => is_first || has_tries_left,
        ErrorClass::Retry | ErrorClass::Unknown => is_first && has_tries_left,
        ErrorClass::Reroute | ErrorClass::Unreachable | ErrorClass::Gone | ErrorClass::GiveUp => false,
    }
}

/// Whether it is the first board of a game. It may already show moves with which the game was begun.
pub(crate) fn is_first_board(record: &GameRecord, message: &Message) -> bool {
    message.notice == Notice::Board { ply: record.given_plies() }
}

/// Gives a game of a server its thread: with its first board, or with a later one if it has none yet.
///
/// Repeating it is harmless. A thread is started on a message and shares its id, and each try finds the same message:
/// the newest board in the channel, else the challenge, else one posted for it with a nonce.
pub(crate) async fn open_thread(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
) -> Result<(), DeliveryError> {
    let (store, game, channel) = (&outbox.store, record.game.game_id, record.game.place.channel_id);
    if record.game.place.thread_id.is_some() || record.game.place.guild_id.is_none() {
        return Ok(());
    }
    if !is_first_board(record, message) {
        // A finished game needs no thread, unless an earlier try has started one.
        let is_wanted = record.game.phase == Phase::Playing || message.attempts > 1;
        if !is_wanted || has_refused(outbox, message, channel) {
            return Ok(());
        }
    }
    let messages = store.posted_messages(game).await?;
    // Another process with an expired claim may have created it meanwhile: the thread is recorded before the
    // challenge is removed.
    if let Some(now) = store.game(game).await? {
        record.game.place.thread_id = now.game.place.thread_id;
    }
    if record.game.place.thread_id.is_some() {
        return Ok(());
    }
    for starter in starters(record, message, &messages) {
        match start_on(outbox, record, message, starter).await? {
            Ok(thread) => return move_to(outbox, record, Some(thread)).await,
            // The message was deleted.
            Err(error) if error.class() == ErrorClass::Gone => {}
            Err(_) => return Ok(()),
        }
    }
    match new_thread(outbox, record, message).await? {
        None => Ok(()),
        thread => move_to(outbox, record, thread).await,
    }
}

/// Whether the channel has refused a thread a short while ago. A retry asks again, because the previous try may have
/// left a message there.
fn has_refused(outbox: &Outbox, message: &Message, channel: ChannelId) -> bool {
    let refusal = outbox.closed_places.refusal(Place::Threads(channel), outbox.app.clock.now());
    refusal.is_some() && message.attempts == 1
}

/// Messages of a game in its channel on which its thread may be started.
fn starters(record: &GameRecord, message: &Message, posted: &[PostedMessage]) -> Vec<u64> {
    let is_board = |posted: &&PostedMessage| posted.kind.is_board() && posted.version < message.version;
    let board = posted.iter().filter(|posted| is_public(&record.game, posted)).find(is_board);
    let challenge = posted.iter().find(|posted| is_challenge(posted, record));
    board.into_iter().chain(challenge).map(|posted| posted.discord_id).collect()
}

/// Starts the thread of a game on this message, with its players; otherwise returns Discord's refusal.
async fn start_on(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    starter: u64,
) -> Result<Result<ChannelId, DiscordError>, DeliveryError> {
    let channel = record.game.place.channel_id;
    let name = render_notice::thread_name(&outbox.app, record).await;
    match outbox.discord.start_thread(channel, starter, &name, auto_archive(outbox, record).await).await {
        Ok(thread) => {
            crash_point::point(Point::ThreadStarted);
            outbox.closed_places.open(Place::Threads(channel));
            add_players(outbox, record, message, thread).await?;
            Ok(Ok(thread))
        }
        Err(error) if error.class() == ErrorClass::Gone => Ok(Err(error)),
        Err(error) if may_get_thread_later(&error, record, message) => Err(error.into()),
        // No permission to start threads, too many of them, or the channel is itself a thread: the game stays in the
        // channel.
        Err(error) => {
            outbox.closed_places.close(Place::Threads(channel), outbox.app.clock.now(), &error);
            if outbox.closed_places.is_news(Place::Threads(channel), &error) {
                let (channel, game) = (channel.0, record.game.game_id);
                warn!(
                    event = "thread_refused", game.id = %game, channel, %error,
                    "Discord refuses a thread in channel {channel}, so game {game} and others are played in the channel: {error}"
                );
            }
            Ok(Err(error))
        }
    }
}

/// A thread outlasts a turn, also where turns have no limit. In a server with too many threads it is archived early;
/// the next board opens it again.
async fn auto_archive(outbox: &Outbox, record: &GameRecord) -> AutoArchiveDuration {
    use AutoArchiveDuration::{OneDay, OneHour, OneWeek, ThreeDays};
    if preferences(outbox, record).await.is_short_of_threads(outbox.app.clock.now()) {
        return OneHour;
    }
    let pace = record.game.time_control.pace;
    let Some(turn_ms) = pace.time(pace.clock()) else { return OneWeek };
    let outlasts_turn = |span: &AutoArchiveDuration| i64::from(u16::from(*span)) * 60_000 >= turn_ms;
    [OneHour, OneDay, ThreeDays].into_iter().find(outlasts_turn).unwrap_or(OneWeek)
}

/// The stored preferences of the game's server, or the defaults if they cannot be read, since nothing important
/// depends on them.
async fn preferences(outbox: &Outbox, record: &GameRecord) -> GuildPreferences {
    match record.game.place.guild_id {
        Some(guild) => outbox.store.guild(guild).await.unwrap_or_default(),
        None => GuildPreferences::default(),
    }
}

/// Adds the players to their thread. A player who cannot be added still sees it, and joins by writing in it.
async fn add_players(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    thread: ChannelId,
) -> Result<(), DeliveryError> {
    for user in record.people() {
        match outbox.discord.add_thread_member(thread, user).await {
            Ok(()) => {}
            Err(error) if may_get_thread_later(&error, record, message) && message.attempts < REFUSED_TRIES => {
                return Err(error.into());
            }
            Err(error) => {
                let game = record.game.game_id;
                info!(game.id = %game, user = user.0, %error, "Could not add a player to the thread of game {game}: {error}");
            }
        }
    }
    Ok(())
}

/// A thread on a message posted for it, if the game has no other in its channel. `None` if Discord refuses threads,
/// and the game stays in the channel. The message has a nonce, so that a retry finds it.
pub(crate) async fn new_thread(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
) -> Result<Option<ChannelId>, DeliveryError> {
    let (channel, nonce) = (record.game.place.channel_id, format!("{}-t", message.message_id));
    let (place, now) = (Place::Channel(channel), outbox.app.clock.now());
    if has_refused(outbox, message, channel) || outbox.closed_places.refusal(place, now).is_some() {
        return Ok(None);
    }
    let post = render_notice::thread_starter(&outbox.app, record).await;
    let starter = match outbox.discord.post(channel, &post, &nonce).await {
        Ok(starter) => starter,
        // The channel itself is limited, where the board would go instead.
        Err(error @ DiscordError::RateLimited { .. }) => return Err(error.into()),
        Err(error) if may_get_thread_later(&error, record, message) => return Err(error.into()),
        // The board is refused as well, and reports the reason.
        Err(error) => {
            if is_closed(&error, message) {
                outbox.closed_places.close(place, now, &error);
            }
            return Ok(None);
        }
    };
    crash_point::point(Point::NewTargetPosted);
    if let Ok(thread) = start_on(outbox, record, message, starter).await? {
        return Ok(Some(thread));
    }
    match outbox.discord.delete(channel, starter).await {
        Err(error) if error.is_temporary() && message.attempts < REFUSED_TRIES => return Err(error.into()),
        Err(error) if error.class() != ErrorClass::Gone => {
            let game = record.game.game_id;
            info!(game.id = %game, %error, "A message for the thread of game {game} stays without one: {error}");
        }
        _ => {}
    }
    Ok(None)
}

pub(crate) async fn move_to(
    outbox: &Outbox,
    record: &mut GameRecord,
    thread: Option<ChannelId>,
) -> Result<(), DeliveryError> {
    record.game.place.thread_id = thread;
    Ok(outbox.store.set_thread(record.game.game_id, thread).await?)
}

/// The board of a game without a thread. If the server has too many threads, it tells the server's managers so, once
/// a day.
pub(crate) async fn with_limit_named(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    post: OutgoingMessage,
) -> OutgoingMessage {
    let (place, now) = (record.game.place, outbox.app.clock.now());
    let refusal = outbox.closed_places.refusal(Place::Threads(place.channel_id), now);
    let is_at_limit = refusal.is_some_and(|error| error.is_thread_limit());
    let (Some(guild), true) = (place.guild_id, is_at_limit && place.thread_id.is_none()) else { return post };
    if !message.notice.kind().is_board() {
        return post;
    }
    let from = preferences(outbox, record).await;
    // A retry of the message that carries the hint repeats it.
    if from.is_short_of_threads(now) && from.thread_limit.is_some_and(|known| known.message != message.message_id) {
        return post;
    }
    let limit = ThreadLimit { at: now, message: message.message_id };
    let to = GuildPreferences { thread_limit: Some(limit), ..from.clone() };
    match outbox.store.set_guild_preferences(guild, &from, &to, None).await {
        Ok(true) => post.append(&render_notice::thread_limit(&outbox.app, record).await),
        // Another board carries the hint, or the next one will.
        _ => post,
    }
}
