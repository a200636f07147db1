//! Routing of messages: to the thread of a game, a new one if it was deleted, the channel, or the players' direct
//! messages.

use discord::{DiscordError, OutgoingMessage};
use games::domain::{ChannelId, DeliveryTarget, Game, GameRecord, Reminder, ReminderTarget};
use games::store::{Message, PostedMessage};
use tracing::{info, warn};

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::closed_places::Place;
use crate::delivery::places::direct_messages::{DirectMessages, direct, dm_number};
use crate::delivery::places::threads::{move_to, new_thread, with_limit_named};
use crate::delivery::posting::{edit_vacation_line, is_closed, post_in, vacation_line};
use crate::delivery::reminder_list::Reminded;
use crate::delivery::{reminder_list, render_notice};
use crate::features::reminders::view;

const UNKNOWN_CHANNEL: u64 = 10_003;

/// Posts to the first delivery target that accepts it: thread, channel, direct messages. Returns a message not
/// recorded yet.
pub(crate) async fn post(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
    post: &OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    if let DeliveryTarget::Private(user) = message.notice.describe().target {
        let direct_messages = DirectMessages::new(outbox, record, message, Vec::new());
        return direct_messages.write(user, dm_number(record, user), post, false).await.map(|_| None);
    }
    if message.notice.describe().target == DeliveryTarget::ResultsChannel {
        return post_result(outbox, record, message, post).await;
    }
    if record.game.place.guild_id.is_none() {
        // A challenge made in direct messages: each player only sees their own channel.
        return direct(outbox, record, message, post, None).await;
    }
    post_in_game(outbox, record, message, post).await
}

/// Posts in the thread or channel of a game of a server.
async fn post_in_game(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
    post: &OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let thread = record.game.place.thread_id;
    if vacation_line(record, &message.notice).is_some() {
        let standing = outbox.store.posted_messages(message.game_id).await?;
        let place = record.game.place.channel();
        if let Some(line) = edit_vacation_line(outbox, record, message, &standing, place, post).await? {
            return Ok(Some(line));
        }
    }
    if let Some(thread) = thread {
        match post_in(outbox, record, message, thread, post).await {
            Ok(posted) => return Ok(Some(posted)),
            Err(error) if is_closed(&error, message) => {
                if error.code() == UNKNOWN_CHANNEL
                    && let Some(reposted) = post_in_new_thread(outbox, record, message, post).await?
                {
                    let game = record.game.game_id;
                    info!(game.id = %game, %error, "The thread of game {game} was deleted, so it has a new one: {error}");
                    return Ok(Some(reposted));
                }
                if error.is_thread_limit() {
                    // It is archived, and cannot be opened again.
                    let threads = Place::Threads(record.game.place.channel_id);
                    outbox.closed_places.close(threads, outbox.app.clock.now(), &error);
                }
                log_closed(outbox, record, thread, "its channel", &error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    let channel = record.game.place.channel_id;
    let result = if thread.is_some() {
        // As a game without a thread.
        let mut elsewhere = record.clone();
        elsewhere.game.place.thread_id = None;
        let headed = render_notice::outside_thread(&outbox.app, message, &elsewhere, post.clone()).await;
        let headed = with_limit_named(outbox, &elsewhere, message, headed).await;
        post_in(outbox, &elsewhere, message, channel, &headed).await
    } else {
        post_in(outbox, record, message, channel, post).await
    };
    match result {
        Ok(posted) => Ok(Some(posted)),
        Err(error) if is_closed(&error, message) => {
            log_closed(outbox, record, channel, "direct messages", &error);
            direct(outbox, record, message, post, Some(error)).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Posts a result where the server wants it. The players have it in their game, so a refusal of that channel is
/// ignored.
async fn post_result(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    post: &OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let Some(guild) = record.game.place.guild_id else { return Ok(None) };
    let Some(channel) = outbox.store.guild_preferences(guild).await?.results_channel else { return Ok(None) };
    match post_in(outbox, record, message, channel, post).await {
        Ok(posted) => Ok(Some(posted)),
        Err(error) if is_closed(&error, message) => {
            log_closed(outbox, record, channel, "nowhere", &error);
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Logs once why a channel or thread gets no messages, and where they go instead.
fn log_closed(outbox: &Outbox, record: &GameRecord, channel: ChannelId, instead: &str, error: &DiscordError) {
    let game = record.game.game_id;
    if outbox.closed_places.is_news(Place::Channel(channel), error) {
        warn!(
            event = "channel_refused", game.id = %game, channel = channel.0, %error,
            "Discord refuses the messages of game {game} in channel {}, so they go to {instead}: {error}", channel.0
        );
    }
}

/// Posts in a new thread, because the old one was deleted; `None` if no thread can be created.
async fn post_in_new_thread(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
    post: &OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let thread = new_thread(outbox, record, message).await?;
    move_to(outbox, record, thread).await?;
    let Some(thread) = thread else { return Ok(None) };
    match post_in(outbox, record, message, thread, post).await {
        Ok(posted) => Ok(Some(posted)),
        Err(error) if is_closed(&error, message) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Mentions the player on turn as configured: in the game, by direct message, or both. If a direct message is
/// refused, the mention goes to the game with an explanation, and so do later ones until the player changes the
/// setting.
pub(crate) async fn mention(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
    reminder: Reminder,
    mut public: OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let store = &outbox.store;
    let on_turn = record.game.turn.to_move.and_then(|seat| record.at(seat)).and_then(|seat| seat.player.person());
    let Some(user) = on_turn else { return Ok(None) };
    let player = store.player(user).await?;
    let place = player.preferences.reminder_target();
    // Not if the player has moved meanwhile, moves were taken back, or the game was adjourned.
    let has_changed =
        |before: &Game, now: &Game| now.revision() != before.revision() || now.agreements.adjourned.is_some();
    let game = record.game.clone();
    let has_moved_on = async || {
        let now = store.game(message.game_id).await?;
        Ok::<_, DeliveryError>(now.is_none_or(|now| has_changed(&game, &now.game)) && !message.may_be_posted)
    };
    if place == ReminderTarget::None || has_moved_on().await? {
        return Ok(None);
    }
    let mut in_game = place.in_thread() && reminder.is_for_game();
    if place.by_dm() && player.dm_closed {
        in_game |= !place.in_thread();
    } else if place.by_dm() {
        let direct_messages =
            DirectMessages::new(outbox, record, message, store.posted_messages(message.game_id).await?);
        let refusal = match reminder {
            Reminder::Turn { .. } => {
                let post = view::turn_by_direct_message(&outbox.app, record, user).await;
                let post = if view::is_quiet_now(&outbox.app, user).await { post.silent() } else { post };
                direct_messages.write(user, dm_number(record, user), &post, true).await?
            }
            Reminder::Step { .. } => match reminder_list::remind(outbox, &direct_messages, &record.game, user).await? {
                Reminded::Done => None,
                Reminded::Obsolete => return Ok(None),
                Reminded::Refused(error) => Some(error),
            },
        };
        if let Some(error) = refusal {
            info!(event = "direct_messages_refused", user = user.0, %error, "A player gets no direct messages: {error}");
            public = public.append(&view::direct_messages_closed(&outbox.app, user).await);
            in_game = true;
        }
    }
    // The game may have moved on while the direct message was sent.
    let is_in_time = in_game && (!place.by_dm() || !has_moved_on().await?);
    if is_in_time { post(outbox, record, message, &public).await } else { Ok(None) }
}
