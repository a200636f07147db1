//! The threads of games.

use std::time::Duration;

use tracing::{info, warn};

use crate::crash_point;
use crate::crash_point::Point;
use crate::delivery::challenge_message::challenges;
use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::closed_places::Place;
use crate::delivery::posting::REFUSED_TRIES;
use crate::delivery::render_notice;
use crate::discord::auto_archive::AutoArchive;
use crate::discord::error::{DiscordError, Remedy};
use crate::domain::{ChannelId, Game, GameRecord};
use crate::store::Message;

/// A game waits no longer for its thread.
const MAX_THREAD_PAUSE: Duration = Duration::from_mins(1);

/// Whether to wait for a thread. A game can do without one, so a refusal that does not pass is taken for a no, and so is a long
/// pause. Where the whole bot pauses, the board waits too, and its next try asks for the thread again.
fn may_get_thread_later(error: &DiscordError, message: &Message) -> bool {
    if matches!(error, DiscordError::RateLimited { pause, .. } if *pause > MAX_THREAD_PAUSE) {
        return false;
    }
    match error.remedy() {
        Remedy::Retry => error.code() == 0 || message.attempts < REFUSED_TRIES,
        Remedy::Unknown => message.attempts < REFUSED_TRIES,
        Remedy::Reroute | Remedy::Unreachable | Remedy::Gone | Remedy::GiveUp => false,
    }
}

/// Gives an accepted game its thread, started from the challenge. Doing it again does no harm.
pub(crate) async fn open_thread(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
) -> Result<(), DeliveryError> {
    let (store, game) = (&outbox.store, record.game.game_id);
    let challenges = challenges(outbox, game).await?;
    // Another process, whose claim has ended, may have done it meanwhile: the thread is noted before the challenge is forgotten.
    if record.game.place.thread_id.is_none()
        && let Some(now) = store.game(game).await?
    {
        record.game.place.thread_id = now.game.place.thread_id;
    }
    if record.game.place.thread_id.is_some() || record.game.place.guild_id.is_none() {
        return Ok(());
    }
    let public = challenges.iter().find(|posted| posted.channel_id == record.game.place.channel_id);
    let Some(challenge) = public else { return Ok(()) };
    let name = render_notice::thread_name(&outbox.app, record).await;
    let auto_archive = auto_archive(record);
    match outbox.discord.start_thread(challenge.channel_id, challenge.discord_id, &name, auto_archive).await {
        Ok(thread) => {
            crash_point::point(Point::ThreadStarted);
            outbox.closed_places.open(Place::Threads(challenge.channel_id));
            add_players(outbox, record, message, thread).await?;
            move_to(outbox, record, Some(thread)).await
        }
        // The challenge message was deleted; the challenge was accepted elsewhere.
        Err(error) if error.remedy() == Remedy::Gone => {
            let thread = new_thread(outbox, record, message).await?;
            move_to(outbox, record, thread).await
        }
        Err(error) if may_get_thread_later(&error, message) => Err(error.into()),
        // No permission to start threads, or the channel is a thread itself: the game stays where it is.
        Err(error) => {
            log_refused_thread(outbox, &record.game, &error);
            Ok(())
        }
    }
}

/// Says once why games in this channel have no threads.
fn log_refused_thread(outbox: &Outbox, game: &Game, error: &DiscordError) {
    let (channel, game) = (game.place.channel_id, game.game_id);
    if outbox.closed_places.is_news(Place::Threads(channel), error) {
        warn!(
            event = "thread_refused", game.id = %game, channel = channel.0, %error,
            "Discord refuses a thread in channel {}, so game {game} and others are played in the channel: {error}", channel.0
        );
    }
}

/// A thread outlasts a turn. Where turns have no end, nobody is in a hurry to see it go either.
fn auto_archive(record: &GameRecord) -> AutoArchive {
    let pace = record.game.time_control.pace;
    pace.time(pace.clock()).map_or(AutoArchive::Week, AutoArchive::at_least)
}

/// Makes the players members of their thread. A player who cannot be added still sees it, and becomes one by writing in it.
async fn add_players(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    thread: ChannelId,
) -> Result<(), DeliveryError> {
    for seat in record.seats.iter().filter(|seat| !seat.user.is_deleted()) {
        match outbox.discord.add_thread_member(thread, seat.user).await {
            Ok(()) => {}
            Err(error) if may_get_thread_later(&error, message) && message.attempts < REFUSED_TRIES => {
                return Err(error.into());
            }
            Err(error) => {
                let game = record.game.game_id;
                info!(game.id = %game, user = seat.user.0, %error, "Could not add a player to the thread of game {game}: {error}");
            }
        }
    }
    Ok(())
}

/// A new thread for a game whose thread, or challenge, was deleted; none where Discord lets us start none, and the game stays in the channel.
/// It hangs on a message with a nonce, so that doing it again finds the one that is there.
pub(crate) async fn new_thread(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
) -> Result<Option<ChannelId>, DeliveryError> {
    let (channel, nonce) = (record.game.place.channel_id, format!("{}-t", message.message_id));
    let starter = render_notice::thread_starter(&outbox.app, record).await;
    let started = match outbox.discord.post(channel, &starter, &nonce).await {
        Ok(starter) => {
            crash_point::point(Point::NewTargetPosted);
            let name = render_notice::thread_name(&outbox.app, record).await;
            outbox.discord.start_thread(channel, starter, &name, auto_archive(record)).await
        }
        // The channel itself, where the board would go instead, has to wait.
        Err(error @ DiscordError::RateLimited { .. }) => return Err(error.into()),
        Err(error) => Err(error),
    };
    match started {
        Ok(thread) => {
            outbox.closed_places.open(Place::Threads(channel));
            add_players(outbox, record, message, thread).await?;
            Ok(Some(thread))
        }
        Err(error) if may_get_thread_later(&error, message) => Err(error.into()),
        Err(error) => {
            log_refused_thread(outbox, &record.game, &error);
            Ok(None)
        }
    }
}

pub(crate) async fn move_to(
    outbox: &Outbox,
    record: &mut GameRecord,
    thread: Option<ChannelId>,
) -> Result<(), DeliveryError> {
    record.game.place.thread_id = thread;
    Ok(outbox.store.set_thread(record.game.game_id, thread).await?)
}
