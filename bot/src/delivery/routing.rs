//! Routing: to the thread of a game, a new one when it was deleted, the channel, or the players' direct messages.

use std::collections::HashMap;

use crate::crash_point::Point;
use tracing::{info, warn};

use crate::crash_point;
use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::render_notice;
use crate::discord::api::DiscordError;
use crate::discord::message::OutgoingMessage;
use crate::domain::{
    Audience, ChannelId, DeliveryTarget, Game, GameId, GameRecord, Notice, NoticeKind, PostedKind, ReminderTarget,
    UserId,
};
use crate::features::reminders::view;
use crate::store::{Message, PostedMessage};

/// Gives an accepted game its thread, started from the challenge, and closes the challenge wherever it stands. Doing it again
/// does no harm.
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
    let public = challenges.iter().find(|posted| posted.channel_id == record.game.place.channel_id);
    if let Some(challenge) =
        public.filter(|_| record.game.place.thread_id.is_none() && record.game.place.guild_id.is_some())
    {
        let name = render_notice::thread_name(&outbox.app, record).await;
        match outbox.discord.start_thread(challenge.channel_id, challenge.discord_id, &name).await {
            Ok(thread) => {
                crash_point::point(Point::ThreadStarted);
                move_to(outbox, record, Some(thread)).await?;
            }
            // The challenge message was deleted; the challenge was accepted elsewhere.
            Err(error) if error.code() == 10008 => {
                let thread = new_thread(outbox, record, message).await?;
                move_to(outbox, record, thread).await?;
            }
            // No right to start threads, or the channel is a thread itself: the game stays where it is.
            Err(error) if error.is_refusal() => info!(game.id = %game, %error, "Game {game} has no thread: {error}"),
            Err(error) => return Err(error.into()),
        }
    }
    close_challenges(outbox, record, &challenges).await
}

/// Where the challenge of this game stands, publicly and in direct messages.
pub(crate) async fn challenges(outbox: &Outbox, game: GameId) -> Result<Vec<PostedMessage>, DeliveryError> {
    let posted = outbox.store.posted(game).await?.into_iter();
    Ok(posted.filter(|posted| posted.kind == NoticeKind::Challenge.into()).collect())
}

/// Edits these messages of the challenge: its outcome, without buttons.
pub(crate) async fn close_challenges(
    outbox: &Outbox,
    record: &GameRecord,
    challenges: &[PostedMessage],
) -> Result<(), DeliveryError> {
    let dm_readers = dm_readers(outbox, record, challenges).await?;
    for challenge in challenges {
        let to = dm_readers.get(&challenge.channel_id).copied();
        let post = render_notice::closed_challenge(&outbox.app, record, to).await;
        match outbox.discord.edit(challenge.channel_id, challenge.discord_id, &post.body).await {
            Err(error) if !error.is_refusal() => return Err(error.into()),
            _ => {
                crash_point::point(Point::ChallengeClosed);
                outbox.store.delete_posted(challenge).await?;
            }
        }
    }
    Ok(())
}

/// The recipient of each DM channel with these messages. Empty where all texts are equal or all messages are public.
pub(crate) async fn dm_readers(
    outbox: &Outbox,
    record: &GameRecord,
    posted: &[PostedMessage],
) -> Result<HashMap<ChannelId, UserId>, DeliveryError> {
    let mut dm_readers = HashMap::new();
    if posted.iter().all(|posted| is_public(&record.game, posted))
        || render_notice::have_same_text(&outbox.app, record).await
    {
        return Ok(dm_readers);
    }
    for seat in &record.seats {
        match outbox.discord.open_dm(seat.user).await {
            Ok(channel) => {
                dm_readers.insert(channel, seat.user);
            }
            Err(error) if error.is_refusal() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(dm_readers)
}

/// Does it stand in the thread or channel of the game, where everybody reads the same?
pub(crate) fn is_public(game: &Game, posted: &PostedMessage) -> bool {
    game.place.guild_id.is_some()
        && [Some(game.place.channel_id), game.place.thread_id].contains(&Some(posted.channel_id))
}

/// The DM channels of the players, as far as Discord tells them now.
pub(crate) async fn dm_channels(outbox: &Outbox, record: &GameRecord) -> HashMap<ChannelId, UserId> {
    let mut channels = HashMap::new();
    for seat in &record.seats {
        match outbox.discord.open_dm(seat.user).await {
            Ok(channel) => {
                channels.insert(channel, seat.user);
            }
            Err(error) => {
                info!(user = seat.user.0, %error, "Could not find out where a player's direct messages are: {error}");
            }
        }
    }
    channels
}

/// Posts to the first delivery target that takes it: thread, channel, direct messages. Gives what is not recorded yet.
pub(crate) async fn post(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
    post: &OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let nonce = message.message_id.to_string();
    let stands = |channel, discord_id| Some(posted_message(message, post, channel, discord_id));
    if let DeliveryTarget::Private(user) = message.notice.describe().target {
        let direct_messages = DirectMessages { outbox, message, already_posted: Vec::new() };
        return direct_messages.write(user, dm_number(record, user), post, false).await.map(|_| None);
    }
    if record.game.place.guild_id.is_none() {
        // A challenge made in direct messages: the bot is alone with each of the players, and nobody reads the other's.
        return direct(outbox, record, message, post, None).await;
    }
    if let Some(thread) = record.game.place.thread_id {
        match outbox.discord.post(thread, post, &nonce).await {
            Ok(id) => return Ok(stands(thread, id)),
            Err(error) if error.is_unreachable() => {
                warn!(game.id = %record.game.game_id, %error, "The thread of game {} is closed: {error}", record.game.game_id);
                if error.code() == 10003 {
                    let thread = new_thread(outbox, record, message).await?;
                    move_to(outbox, record, thread).await?;
                    if let Some(thread) = thread {
                        return Ok(stands(thread, outbox.discord.post(thread, post, &nonce).await?));
                    }
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    let channel = record.game.place.channel_id;
    match outbox.discord.post(channel, post, &nonce).await {
        Ok(id) => Ok(stands(channel, id)),
        Err(error) if error.is_unreachable() => direct(outbox, record, message, post, Some(error)).await,
        Err(error) => Err(error.into()),
    }
}

/// Mentions the player on turn as they have chosen: in the game, by direct message, or both. A direct message that is refused
/// becomes one in the game, which says so; from then on mentions go to the game, until the player changes the setting.
pub(crate) async fn mention(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
    mut public: OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let store = &outbox.store;
    let on_turn = record.game.turn.to_move.and_then(|seat| record.at(seat)).map(|seat| seat.user);
    let Some(user) = on_turn else { return Ok(None) };
    let player = store.player(user).await?;
    let place = player.preferences.reminder_target();
    // Not if the player has moved meanwhile, moves were taken back, or the game was adjourned.
    let has_changed = |now: &Game| now.revision() != record.game.revision() || now.agreements.adjourned.is_some();
    let moved_on = store.game(message.game_id).await?.is_none_or(|now| has_changed(&now.game));
    if place == ReminderTarget::None || (moved_on && !message.may_be_posted) {
        return Ok(None);
    }
    // The board itself has mentioned them in the game.
    let is_turn = matches!(message.notice, Notice::Turn { .. });
    let mut in_game = place.in_thread() && !is_turn;
    if place.by_dm() && player.dm_closed {
        in_game |= !place.in_thread();
    } else if place.by_dm() {
        let direct_messages = DirectMessages { outbox, message, already_posted: store.posted(message.game_id).await? };
        let direct_message = view::direct_message(&outbox.app, message, record, user).await;
        if let Some(error) = direct_messages.write(user, dm_number(record, user), &direct_message, true).await? {
            info!(user = user.0, %error, "A player gets no direct messages: {error}");
            public = public.append(&view::direct_messages_closed(&outbox.app, user).await);
            in_game = true;
        }
    }
    if in_game { post(outbox, record, message, &public).await } else { Ok(None) }
}

/// A new thread for a game whose thread, or challenge, was deleted; none where Discord lets us start none, and the game stays in the channel.
/// It hangs on a message with a nonce, so that doing it again finds the one that is there.
async fn new_thread(
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
            outbox.discord.start_thread(channel, starter, &name).await
        }
        Err(error) => Err(error),
    };
    match started {
        Ok(thread) => Ok(Some(thread)),
        Err(error) if error.is_refusal() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn move_to(outbox: &Outbox, record: &mut GameRecord, thread: Option<ChannelId>) -> Result<(), DeliveryError> {
    record.game.place.thread_id = thread;
    Ok(outbox.store.set_thread(record.game.game_id, thread).await?)
}

fn posted_message(message: &Message, post: &OutgoingMessage, channel_id: ChannelId, discord_id: u64) -> PostedMessage {
    let kind = match message.notice.kind() {
        NoticeKind::Board if post.pictures.is_empty() => PostedKind::TextBoard,
        kind => kind.into(),
    };
    PostedMessage { game_id: message.game_id, version: message.version, kind, channel_id, discord_id }
}

/// Each player gets a direct message: first those whom the notice mentions, then the others, who learn who could not be reached.
/// Each message is noted as soon as it stands, so that a retry does not repeat it.
async fn direct(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    post: &OutgoingMessage,
    mut refused: Option<DiscordError>,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let Audience { needed, shared } = message.notice.audience(record);
    let already_posted = outbox.store.posted(message.game_id).await?;
    let direct_messages = DirectMessages { outbox, message, already_posted };
    let (mut reached, mut unreached_users) = (0, Vec::new());
    let needed = &needed;
    let players = |needs_it: bool| record.seats.iter().filter(move |seat| needed.contains(&seat.user) == needs_it);
    for seat in players(true) {
        let post = render_notice::render_for(&outbox.app, message, record, seat.user, post).await;
        match direct_messages.write(seat.user, dm_number(record, seat.user), &post, true).await? {
            None => reached += 1,
            Some(error) => {
                refused = Some(error);
                unreached_users.push(seat.user);
            }
        }
    }
    if !unreached_users.is_empty() {
        warn!(game.id = %record.game.game_id, "Could not reach {} of those mentioned in game {}", unreached_users.len(), record.game.game_id);
    }
    for seat in players(false) {
        let unreached_text = match unreached_users.as_slice() {
            [] => None,
            users => Some(render_notice::unreached(&outbox.app, record, users, seat.user).await),
        };
        let copy = match (unreached_text, shared) {
            (None, false) => continue,
            (Some(text), false) => OutgoingMessage::text(text),
            (unreached_text, true) => {
                let own = render_notice::render_for(&outbox.app, message, record, seat.user, post).await;
                unreached_text.iter().fold(own, |own, text| own.append(text))
            }
        };
        if direct_messages.write(seat.user, dm_number(record, seat.user), &copy, shared).await?.is_none() {
            reached += 1;
        }
    }
    match refused {
        Some(error) if reached == 0 => Err(error.into()),
        _ => Ok(None),
    }
}

/// Numbers the players of a game, for the nonces of their direct messages; also when seats are drawn between two tries.
fn dm_number(record: &GameRecord, user: UserId) -> usize {
    record.seats.iter().filter(|seat| seat.user < user).count()
}

struct DirectMessages<'a> {
    outbox: &'a Outbox,
    message: &'a Message,
    /// What stands already.
    already_posted: Vec<PostedMessage>,
}

impl DirectMessages<'_> {
    /// Writes to one player; gives the refusal when they cannot be written to.
    async fn write(
        &self,
        user: UserId,
        dm_number: usize,
        post: &OutgoingMessage,
        is_recorded: bool,
    ) -> Result<Option<DiscordError>, DeliveryError> {
        let (discord, store) = (&self.outbox.discord, &self.outbox.store);
        let channel = match discord.open_dm(user).await {
            Ok(channel) => channel,
            Err(error) if error.is_refusal() => return Ok(Some(error)),
            Err(error) => return Err(error.into()),
        };
        let posted = |discord_id| posted_message(self.message, post, channel, discord_id);
        // A text board counts too: its reader may have chosen otherwise between two tries.
        let is_this = |posted: &PostedMessage| {
            (posted.version, posted.channel_id) == (self.message.version, channel)
                && posted.kind.notice() == Some(self.message.notice.kind())
        };
        if self.already_posted.iter().any(is_this) {
            return Ok(None);
        }
        let refusal = match discord.post(channel, post, &format!("{}-{dm_number}", self.message.message_id)).await {
            Ok(id) => {
                crash_point::point(Point::DirectMessagePosted);
                if is_recorded {
                    store.record_posted(&posted(id)).await?;
                }
                None
            }
            Err(error) if error.is_unreachable() => Some(error),
            Err(error) => return Err(error.into()),
        };
        if refusal.as_ref().is_none_or(DiscordError::refuses_direct_messages)
            && store.set_dm_closed(user, refusal.is_some()).await?
        {
            info!(user = user.0, refusal = refusal.is_some(), "A player now accepts or refuses direct messages");
        }
        Ok(refusal)
    }
}
