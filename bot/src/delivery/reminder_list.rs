//! One direct message lists all games of which a player was reminded, another one those of the last digest. Both say only what is true
//! now: they are edited when the player moves, a deadline changes or a game ends. A reminder is withdrawn when it has nothing to list.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use tracing::{info, warn};

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::direct_messages::DirectMessages;
use crate::discord::{DiscordError, OutgoingMessage, Remedy};
use crate::domain::{Game, HOUR_MS, MINUTE_MS, UserId};
use crate::features::reminders::view;
use crate::store::{ReminderKind, ReminderMessage, StoreError};

/// A reminder that follows another one so soon edits the message that stands, and does not ping again.
const MERGED_MS: i64 = 10 * MINUTE_MS;

/// Unless so little time is left.
const URGENT_MS: i64 = HOUR_MS;

/// Messages that are corrected in one look, because Discord did not take it before.
const SWEEP_LIMIT: u32 = 20;

/// What a message shows that has to be corrected.
const OUT_OF_DATE: i64 = 0;

pub(crate) enum Reminded {
    Done,
    /// They have moved, or the deadline has: there is nothing to remind of, here or elsewhere.
    Obsolete,
    Refused(DiscordError),
}

/// Reminds a player of a game by direct message, with all others of which they were reminded.
pub(crate) async fn remind(
    outbox: &Outbox,
    direct_messages: &DirectMessages<'_>,
    game: &Game,
    user: UserId,
) -> Result<Reminded, DeliveryError> {
    let (store, message) = (&outbox.store, direct_messages.message);
    let _lock = outbox.reminder_locks.of(user).lock().await;
    // It may take a while until the channel is open, so what it says is read afterwards.
    let channel = direct_messages.open(user).await?;
    let list = view::reminder_list(&outbox.app, user).await?;
    let Some(list) = list.filter(|list| list.games.contains(&game.game_id)).map(|list| list.post) else {
        return Ok(Reminded::Obsolete);
    };
    let known = known_message(outbox, user, ReminderKind::Reminder).await?;
    let now = outbox.app.clock.now();
    let is_urgent = game.due_at().is_some_and(|at| at.since(now) < URGENT_MS);
    if let Some(known) = known.as_ref().filter(|_| !is_urgent)
        && now.since(known.posted_at) < MERGED_MS
        && edit(outbox, known, &list).await?
    {
        return Ok(Reminded::Done);
    }
    let channel_id = match channel {
        Ok(channel_id) => channel_id,
        Err(error) => return Ok(Reminded::Refused(error)),
    };
    let discord_id =
        match direct_messages.post_in(user, channel_id, &format!("{}-r", message.message_id), &list).await? {
            Ok(discord_id) => discord_id,
            Err(error) => return Ok(Reminded::Refused(error)),
        };
    let posted = ReminderMessage {
        user,
        kind: ReminderKind::Reminder,
        channel_id,
        discord_id,
        posted_at: now,
        shown: fingerprint(&list),
    };
    let replaced = known.as_ref().map(|known| known.discord_id);
    // Another process may have posted one meanwhile: one of them stays.
    let obsolete = if store.replace_reminder_message(user, posted.kind, replaced, Some(&posted)).await? {
        direct_messages.note_reached(user).await?;
        known.filter(|known| known.discord_id != discord_id)
    } else {
        Some(posted)
    };
    if let Some(obsolete) = obsolete
        && let Err(error) = outbox.discord.delete(obsolete.channel_id, obsolete.discord_id).await
        && error.remedy() != Remedy::Gone
    {
        warn!(user = user.0, %error, "Could not delete an earlier reminder of a player: {error}");
    }
    Ok(Reminded::Done)
}

/// Makes the messages of these players true again, after a game of theirs has changed. What Discord does not take now is corrected by
/// [`sweep`].
pub(crate) async fn refresh(outbox: &Outbox, users: &[UserId]) -> Result<(), DeliveryError> {
    for known in outbox.store.reminder_messages(users).await? {
        refresh_one(outbox, known.user, known.kind).await?;
    }
    Ok(())
}

/// Corrects messages that could not be corrected when they ceased to be true.
pub(crate) async fn sweep(outbox: &Outbox) -> Result<(), DeliveryError> {
    let users = outbox.store.reminder_messages_showing(OUT_OF_DATE, SWEEP_LIMIT).await?;
    refresh(outbox, &users).await
}

async fn known_message(
    outbox: &Outbox,
    user: UserId,
    kind: ReminderKind,
) -> Result<Option<ReminderMessage>, StoreError> {
    Ok(outbox.store.reminder_messages(&[user]).await?.into_iter().find(|known| known.kind == kind))
}

async fn refresh_one(outbox: &Outbox, user: UserId, kind: ReminderKind) -> Result<(), DeliveryError> {
    let store = &outbox.store;
    let _lock = outbox.reminder_locks.of(user).lock().await;
    // As it is now: another task had the lock, perhaps.
    let Some(known) = known_message(outbox, user, kind).await? else { return Ok(()) };
    let corrected = match kind {
        ReminderKind::Reminder => match view::reminder_list(&outbox.app, user).await? {
            Some(list) => edit(outbox, &known, &list.post).await,
            None => withdraw(outbox, &known).await.map(|()| false),
        },
        ReminderKind::Digest => edit(outbox, &known, &view::digest_now(&outbox.app, user).await?).await,
    };
    match corrected {
        Ok(true) => Ok(()),
        // It is gone.
        Ok(false) => {
            store.replace_reminder_message(user, kind, Some(known.discord_id), None).await?;
            Ok(())
        }
        Err(DeliveryError::Discord(error)) => {
            info!(user = user.0, %error, "Could not correct a reminder of a player yet: {error}");
            let marked = ReminderMessage { shown: OUT_OF_DATE, ..known.clone() };
            store.replace_reminder_message(user, kind, Some(known.discord_id), Some(&marked)).await?;
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Deletes the message. What Discord refuses for good stays.
async fn withdraw(outbox: &Outbox, known: &ReminderMessage) -> Result<(), DeliveryError> {
    match outbox.discord.delete(known.channel_id, known.discord_id).await {
        Err(error) if error.is_temporary() => Err(error.into()),
        _ => Ok(()),
    }
}

/// Edits the message where it says something else; `false` when it is no longer there.
async fn edit(outbox: &Outbox, known: &ReminderMessage, list: &OutgoingMessage) -> Result<bool, DeliveryError> {
    let shown = fingerprint(list);
    if shown == known.shown {
        return Ok(true);
    }
    match outbox.discord.edit(known.channel_id, known.discord_id, &list.body).await {
        Ok(()) => {}
        Err(error) if error.is_temporary() => return Err(error.into()),
        Err(_) => return Ok(false),
    }
    let edited = ReminderMessage { shown, ..known.clone() };
    outbox
        .store
        .replace_reminder_message(known.user, known.kind, Some(known.discord_id), Some(&edited))
        .await
        .map_err(StoreError::into)
}

/// Tells apart what messages say. Another release may compute another number: then a message is edited once more.
pub(crate) fn fingerprint(list: &OutgoingMessage) -> i64 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&list.body).unwrap_or_default().hash(&mut hasher);
    let hash = hasher.finish().cast_signed();
    if hash == OUT_OF_DATE { 1 } else { hash }
}
