//! Routing: to the thread of a game, a new one when it was deleted, the channel, or the players' direct messages.

use std::collections::HashMap;
use std::time::Duration;

use crate::crash_point::Point;
use tracing::{error, info, warn};

use crate::crash_point;
use crate::delivery::closed_places::Place;
use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::reminder_list;
use crate::delivery::reminder_list::Reminded;
use crate::delivery::render_notice;
use crate::delivery::render_notice::ChallengeDelivery;
use crate::discord::auto_archive::AutoArchive;
use crate::discord::error::{DiscordError, Remedy};
use crate::discord::message::OutgoingMessage;
use crate::domain::{
    Audience, ChannelId, DeliveryTarget, Game, GameId, GameRecord, Notice, NoticeKind, PostedKind, ReminderTarget,
    UserId,
};
use crate::features::play::command::GamePlace;
use crate::features::reminders::view;
use crate::store::{Message, PostedMessage, StoreError};

/// How often something is tried that Discord refuses with an unknown code, or with a temporary one that does not pass.
pub(crate) const REFUSED_TRIES: u32 = 5;

/// A game waits no longer for its thread.
const MAX_THREAD_PAUSE: Duration = Duration::from_mins(1);

/// Discord's code for a channel or thread that was deleted.
const UNKNOWN_CHANNEL: u64 = 10_003;

/// Discord's code for a missing permission.
pub(crate) const MISSING_PERMISSIONS: u64 = 50_013;

/// Whether a place counts as closed: Discord says so, or refuses so often with an unknown code.
fn is_closed(error: &DiscordError, message: &Message) -> bool {
    match error.remedy() {
        Remedy::Reroute | Remedy::Unreachable => true,
        Remedy::Unknown => message.attempts >= REFUSED_TRIES,
        Remedy::Retry | Remedy::Gone | Remedy::GiveUp => false,
    }
}

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

/// Makes the players members of their thread. Whoever cannot be added still sees it, and becomes one by writing in it.
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

/// Where the challenge of this game stands, publicly and in direct messages.
async fn challenges(outbox: &Outbox, game: GameId) -> Result<Vec<PostedMessage>, DeliveryError> {
    let posted = outbox.store.posted(game).await?.into_iter();
    Ok(posted.filter(|posted| posted.kind == NoticeKind::Challenge.into()).collect())
}

/// The challenge, wherever it stands, says what became of it and loses its buttons.
pub(crate) async fn close_challenge(outbox: &Outbox, record: &GameRecord) -> Result<(), DeliveryError> {
    let challenges = challenges(outbox, record.game.game_id).await?;
    let dm_readers = dm_readers(outbox, record, &challenges).await;
    if let Some(error) = dm_readers.missing {
        return Err(error.into());
    }
    for challenge in &challenges {
        let to = dm_readers.of(challenge.channel_id);
        let post = render_notice::closed_challenge(&outbox.app, record, to).await;
        match outbox.discord.edit(challenge.channel_id, challenge.discord_id, &post.body).await {
            Err(error) if error.is_temporary() => return Err(error.into()),
            outcome => {
                if let Err(error) = outcome
                    && error.remedy() != Remedy::Gone
                {
                    let game = record.game.game_id;
                    info!(game.id = %game, %error, "The challenge of game {game} keeps its buttons: {error}");
                }
                crash_point::point(Point::ChallengeClosed);
                forget_challenge(outbox, record, challenge).await?;
            }
        }
    }
    Ok(())
}

/// The message of a challenge is closed. Where its game has begun, it becomes the result one day.
pub(crate) async fn forget_challenge(
    outbox: &Outbox,
    record: &GameRecord,
    challenge: &PostedMessage,
) -> Result<(), StoreError> {
    if record.game.number.is_some() && is_public(&record.game, challenge) {
        let closed = PostedMessage { kind: PostedKind::ClosedChallenge, ..challenge.clone() };
        outbox.store.record_posted(&closed).await?;
    }
    outbox.store.delete_posted(challenge).await
}

/// The recipient of each DM channel with these messages. Empty where all texts are equal or all messages are public.
pub(crate) async fn dm_readers(outbox: &Outbox, record: &GameRecord, posted: &[PostedMessage]) -> DmReaders {
    if posted.iter().all(|posted| is_public(&record.game, posted))
        || render_notice::have_same_text(&outbox.app, record).await
    {
        return DmReaders::default();
    }
    dm_channels(outbox, record).await
}

/// Does it stand in the thread or channel of the game, where everybody reads the same?
pub(crate) fn is_public(game: &Game, posted: &PostedMessage) -> bool {
    game.place.guild_id.is_some()
        && [Some(game.place.channel_id), game.place.thread_id].contains(&Some(posted.channel_id))
}

/// The players by the channels of their direct messages.
#[derive(Default)]
pub(crate) struct DmReaders {
    by_channel: HashMap<ChannelId, UserId>,
    /// Why some are missing whom Discord may tell later.
    pub(crate) missing: Option<DiscordError>,
}

impl DmReaders {
    /// Who reads this channel.
    pub(crate) fn of(&self, channel: ChannelId) -> Option<UserId> {
        self.by_channel.get(&channel).copied()
    }
}

/// The DM channels of the players, as far as Discord tells them now.
pub(crate) async fn dm_channels(outbox: &Outbox, record: &GameRecord) -> DmReaders {
    let mut readers = DmReaders::default();
    for seat in record.seats.iter().filter(|seat| !seat.user.is_deleted()) {
        match outbox.discord.open_dm(seat.user).await {
            Ok(channel) => {
                readers.by_channel.insert(channel, seat.user);
            }
            Err(error) => {
                info!(user = seat.user.0, %error, "Could not find out where a player's direct messages are: {error}");
                readers.missing = Some(error).filter(DiscordError::is_temporary).or(readers.missing);
            }
        }
    }
    readers
}

/// Posts to the first delivery target that takes it: thread, channel, direct messages. Gives what is not recorded yet.
pub(crate) async fn post(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
    post: &OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    if let DeliveryTarget::Private(user) = message.notice.describe().target {
        let direct_messages = DirectMessages { outbox, message, already_posted: Vec::new() };
        return direct_messages.write(user, dm_number(record, user), post, false).await.map(|_| None);
    }
    if message.notice.describe().target == DeliveryTarget::ResultsChannel {
        return post_result(outbox, record, message, post).await;
    }
    if record.game.place.guild_id.is_none() {
        // A challenge made in direct messages: the bot is alone with each of the players, and nobody reads the other's.
        return direct(outbox, record, message, post, None).await;
    }
    let thread = record.game.place.thread_id;
    let posted = post_in_game(outbox, record, message, post).await?;
    let place = posted.as_ref().map_or(GamePlace::Elsewhere, |posted| GamePlace::In(posted.channel_id));
    if let (Notice::Board { .. }, Some(thread)) = (&message.notice, thread)
        && place != GamePlace::In(thread)
        && let Ok(earlier) = outbox.store.posted(message.game_id).await
        // The answer to the move has led there.
        && earlier.iter().find(|other| other.version < message.version).is_some_and(|last| last.channel_id == thread)
    {
        outbox.correct_place(message, record, place).await;
    }
    Ok(posted)
}

/// The same for a game of a server.
async fn post_in_game(
    outbox: &Outbox,
    record: &mut GameRecord,
    message: &Message,
    post: &OutgoingMessage,
) -> Result<Option<PostedMessage>, DeliveryError> {
    let thread = record.game.place.thread_id;
    if let Some(thread) = thread {
        match post_in(outbox, record, message, thread, post).await {
            Ok(posted) => return Ok(Some(posted)),
            Err(error) if is_closed(&error, message) => {
                if error.code() == UNKNOWN_CHANNEL
                    && let Some(posted) = post_in_new_thread(outbox, record, message, post).await?
                {
                    let game = record.game.game_id;
                    info!(game.id = %game, %error, "The thread of game {game} was deleted, so it has a new one: {error}");
                    return Ok(Some(posted));
                }
                log_closed(outbox, record, thread, "its channel", &error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    let channel = record.game.place.channel_id;
    let posted = if thread.is_some() {
        // As a game without a thread.
        let mut elsewhere = record.clone();
        elsewhere.game.place.thread_id = None;
        let headed = render_notice::outside_thread(&outbox.app, message, &elsewhere, post.clone()).await;
        post_in(outbox, &elsewhere, message, channel, &headed).await
    } else {
        post_in(outbox, record, message, channel, post).await
    };
    match posted {
        Ok(posted) => Ok(Some(posted)),
        Err(error) if is_closed(&error, message) => {
            log_closed(outbox, record, channel, "direct messages", &error);
            direct(outbox, record, message, post, Some(error)).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Posts a result where the server wants it. The players have it in their game, so a channel that takes no message costs nobody
/// anything.
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

/// Says once why a channel or thread gets no messages, and where they go instead.
fn log_closed(outbox: &Outbox, record: &GameRecord, channel: ChannelId, instead: &str, error: &DiscordError) {
    let game = record.game.game_id;
    if outbox.closed_places.is_news(Place::Channel(channel), error) {
        warn!(
            event = "channel_refused", game.id = %game, channel = channel.0, %error,
            "Discord refuses the messages of game {game} in channel {}, so they go to {instead}: {error}", channel.0
        );
    }
}

/// Posts in one place, unless it has refused a message a short while ago.
async fn post_in(
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
    let posted = try_to_post_in(outbox, record, message, channel, post).await;
    match &posted {
        Ok(_) => outbox.closed_places.open(place),
        Err(error) if is_closed(error, message) => outbox.closed_places.close(place, outbox.app.clock.now(), error),
        Err(_) => {}
    }
    posted
}

/// Why a place need not be asked. A challenge asks anew: its host may have mended the permissions just now, and challenges are
/// few.
fn refusal(outbox: &Outbox, message: &Message, place: Place) -> Option<DiscordError> {
    outbox.closed_places.refusal(place, outbox.app.clock.now()).filter(|_| message.notice != Notice::Challenge)
}

/// Posts in one place. Where pictures are refused, a text board takes their place.
async fn try_to_post_in(
    outbox: &Outbox,
    record: &GameRecord,
    message: &Message,
    channel: ChannelId,
    post: &OutgoingMessage,
) -> Result<PostedMessage, DiscordError> {
    let (nonce, pictures) = (message.message_id.to_string(), Place::Pictures(channel));
    let known = if post.pictures.is_empty() { None } else { refusal(outbox, message, pictures) };
    let error = match known {
        Some(error) => error,
        None => match post_or_plain(outbox, message, channel, post, &nonce).await {
            Ok((id, is_plain)) => {
                if !post.pictures.is_empty() && !is_plain {
                    outbox.closed_places.open(pictures);
                }
                let posted = if is_plain { post.plain() } else { post.clone() };
                return Ok(posted_message(message, &posted, channel, id));
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
        return Ok(posted_message(message, &text, channel, id));
    }
    Err(error)
}

/// Posts a message; where Discord finds fault with its form, its words alone, so that nobody waits for a move that was made. Gives
/// whether only the words stand.
async fn post_or_plain(
    outbox: &Outbox,
    message: &Message,
    channel: ChannelId,
    post: &OutgoingMessage,
    nonce: &str,
) -> Result<(u64, bool), DiscordError> {
    let error = match outbox.discord.post(channel, post, nonce).await {
        Ok(id) => return Ok((id, false)),
        Err(error) if error.remedy() == Remedy::GiveUp => error,
        Err(error) => return Err(error),
    };
    let game = message.game_id;
    error!(game.id = %game, kind = %message.notice.kind(), "Discord refuses a message of game {game}, so its words go out alone: {error}");
    outbox.discord.post(channel, &post.plain(), nonce).await.map(|id| (id, true))
}

/// Posts in a new thread, because the old one was deleted; `None` where the game has to do without.
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
    // The board itself has mentioned them in the game.
    let is_turn = matches!(message.notice, Notice::Turn { .. });
    let mut in_game = place.in_thread() && !is_turn;
    if place.by_dm() && player.dm_closed {
        in_game |= !place.in_thread();
    } else if place.by_dm() {
        let direct_messages = DirectMessages { outbox, message, already_posted: store.posted(message.game_id).await? };
        let refused = if is_turn {
            let post = view::turn_by_direct_message(&outbox.app, record, user).await;
            let post = if view::is_quiet_now(&outbox.app, user).await { post.silent() } else { post };
            direct_messages.write(user, dm_number(record, user), &post, true).await?
        } else {
            match reminder_list::remind(outbox, &direct_messages, &record.game, user).await? {
                Reminded::Done => None,
                Reminded::Obsolete => return Ok(None),
                Reminded::Refused(error) => Some(error),
            }
        };
        if let Some(error) = refused {
            info!(event = "direct_messages_refused", user = user.0, %error, "A player gets no direct messages: {error}");
            public = public.append(&view::direct_messages_closed(&outbox.app, user).await);
            in_game = true;
        }
    }
    // The direct message has taken its time.
    let is_in_time = in_game && (!place.by_dm() || !has_moved_on().await?);
    if is_in_time { post(outbox, record, message, &public).await } else { Ok(None) }
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
    let is_instead_of_channel = refused.is_some();
    let Audience { needed, shared } = message.notice.audience(record);
    let already_posted = outbox.store.posted(message.game_id).await?;
    let direct_messages = DirectMessages { outbox, message, already_posted };
    let (mut reached, mut unreached_users, mut is_news) = (0, Vec::new(), false);
    let needed = &needed;
    let reachable = || record.seats.iter().filter(|seat| !seat.user.is_deleted());
    let players = |needs_it: bool| reachable().filter(move |seat| needed.contains(&seat.user) == needs_it);
    for seat in players(true) {
        let post = render_notice::render_for(&outbox.app, message, record, seat.user, post).await;
        match direct_messages.write(seat.user, dm_number(record, seat.user), &post, true).await? {
            None => reached += 1,
            Some(error) => {
                is_news |= outbox.closed_places.is_news(Place::DirectMessages(seat.user), &error);
                refused = Some(error);
                unreached_users.push(seat.user);
            }
        }
    }
    if let Some(error) = refused.as_ref().filter(|_| is_news) {
        let (game, count) = (record.game.game_id, unreached_users.len());
        warn!(game.id = %game, %error, "Could not reach {count} of those mentioned in game {game}: {error}");
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
    if let Some(error) = refused.filter(|_| reached == 0) {
        return Err(error.into());
    }
    if is_instead_of_channel && message.notice == Notice::Challenge {
        let all_reached = unreached_users.is_empty();
        let delivery = if all_reached {
            ChallengeDelivery::DirectMessages
        } else {
            ChallengeDelivery::Unreachable(unreached_users)
        };
        outbox.notify_challenger(message, delivery).await;
    }
    Ok(None)
}

/// Numbers the players of a game, for the nonces of their direct messages; also when seats are drawn between two tries.
fn dm_number(record: &GameRecord, user: UserId) -> usize {
    // Who accepts an open challenge does not change the number of its owner.
    if record.game.is_seek() {
        return usize::from(user != record.game.challenge.challenger);
    }
    record.seats.iter().filter(|seat| seat.user < user).count()
}

pub(crate) struct DirectMessages<'a> {
    outbox: &'a Outbox,
    pub(crate) message: &'a Message,
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
        let channel = match self.open(user).await? {
            Ok(channel) => channel,
            Err(error) => return Ok(Some(error)),
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
        let nonce = format!("{}-{dm_number}", self.message.message_id);
        match self.post_in(user, channel, &nonce, post).await? {
            Ok(id) => {
                if is_recorded {
                    self.outbox.store.record_posted(&posted(id)).await?;
                }
                self.reached(user).await?;
                Ok(None)
            }
            Err(error) => Ok(Some(error)),
        }
    }

    /// The channel of the direct messages to a player, or why they cannot be written to.
    pub(crate) async fn open(&self, user: UserId) -> Result<Result<ChannelId, DiscordError>, DeliveryError> {
        // A new choice in `/settings`, or a test that arrives, says that they are open.
        if let Some(error) = refusal(self.outbox, self.message, Place::DirectMessages(user))
            && self.outbox.store.player(user).await?.dm_closed
        {
            return Ok(Err(error));
        }
        match self.outbox.discord.open_dm(user).await {
            Ok(channel) => Ok(Ok(channel)),
            Err(error) if is_closed(&error, self.message) => self.refused(user, error).await.map(Err),
            Err(error) => Err(error.into()),
        }
    }

    /// Posts there; gives the id of the message, or why the player cannot be written to.
    pub(crate) async fn post_in(
        &self,
        user: UserId,
        channel: ChannelId,
        nonce: &str,
        post: &OutgoingMessage,
    ) -> Result<Result<u64, DiscordError>, DeliveryError> {
        match post_or_plain(self.outbox, self.message, channel, post, nonce).await {
            Ok((id, _)) => {
                crash_point::point(Point::DirectMessagePosted);
                Ok(Ok(id))
            }
            Err(error) if is_closed(&error, self.message) => self.refused(user, error).await.map(Err),
            Err(error) => Err(error.into()),
        }
    }

    /// Remembers a person who was written to.
    pub(crate) async fn reached(&self, user: UserId) -> Result<(), DeliveryError> {
        self.outbox.closed_places.open(Place::DirectMessages(user));
        if self.outbox.store.set_dm_closed(user, false).await? {
            info!(user = user.0, "A player accepts direct messages again");
        }
        Ok(())
    }

    /// Remembers a person who accepts no direct messages from us, so that nobody waits for one.
    async fn refused(&self, user: UserId, error: DiscordError) -> Result<DiscordError, DeliveryError> {
        let outbox = self.outbox;
        outbox.discord.forget_dm(user);
        if error.refuses_direct_messages() {
            outbox.closed_places.close(Place::DirectMessages(user), outbox.app.clock.now(), &error);
            if outbox.store.set_dm_closed(user, true).await? {
                info!(user = user.0, %error, "A player accepts no direct messages: {error}");
            }
        }
        Ok(error)
    }
}
