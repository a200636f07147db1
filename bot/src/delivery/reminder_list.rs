//! One direct message lists all games of which a player was reminded, another one those of the last digest. Both are
//! kept up to date: they are edited when the player moves, a deadline changes or a game ends. An empty reminder is
//! deleted.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use discord::{DiscordError, ErrorClass, OutgoingMessage};
use games::domain::{Game, HOUR_MS, MINUTE_MS, UserId};
use games::store::{ReminderKind, ReminderMessage, StoreError};
use tracing::{info, warn};

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::direct_messages::DirectMessages;
use crate::features::reminders::view;

/// A reminder within this time of another one edits the posted message, without another ping.
const MERGED_MS: i64 = 10 * MINUTE_MS;

/// With this little time left, only one within a shorter time does.
const URGENT_MS: i64 = HOUR_MS;
const MERGED_URGENT_MS: i64 = MINUTE_MS;

/// Messages corrected per sweep after an earlier failure.
const SWEEP_LIMIT: u32 = 20;

/// The recorded state of a message that must be corrected.
const OUT_OF_DATE: i64 = 0;

pub(crate) enum Reminded {
    Done,
    /// They have moved, or the deadline has changed: no reminder is needed, here or elsewhere.
    Obsolete,
    Refused(DiscordError),
}

/// Reminds a player of a game by direct message, together with the other games of earlier reminders.
pub(crate) async fn remind(
    outbox: &Outbox,
    direct_messages: &DirectMessages<'_>,
    game: &Game,
    user: UserId,
) -> Result<Reminded, DeliveryError> {
    let (store, message) = (&outbox.store, direct_messages.message);
    let _lock = outbox.reminder_locks.of(user).lock().await;
    // Opening the channel may take a while, so the list is read afterwards.
    let channel = direct_messages.open(user).await?;
    let list = view::reminder_list(&outbox.app, user).await?;
    let Some(list) = list.filter(|list| list.games.contains(&game.game_id)).map(|list| list.post) else {
        return Ok(Reminded::Obsolete);
    };
    let previous = known_message(outbox, user, ReminderKind::Reminder).await?;
    let now = outbox.app.clock.now();
    let is_urgent = game.due_at().is_some_and(|at| at.since(now) < URGENT_MS);
    let merged_ms = if is_urgent { MERGED_URGENT_MS } else { MERGED_MS };
    if let Some(previous) = &previous
        && now.since(previous.posted_at) < merged_ms
        && edit(outbox, previous, &list).await?
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
    let reminder = ReminderMessage {
        user,
        kind: ReminderKind::Reminder,
        channel_id,
        discord_id,
        posted_at: now,
        shown: fingerprint(&list),
    };
    let replaced = previous.as_ref().map(|previous| previous.discord_id);
    // Another process may have posted one meanwhile: one of them stays.
    let obsolete = if store.replace_reminder_message(user, reminder.kind, replaced, Some(&reminder)).await? {
        direct_messages.note_reached(user).await?;
        previous.filter(|previous| previous.discord_id != discord_id)
    } else {
        Some(reminder)
    };
    if let Some(obsolete) = obsolete
        && let Err(error) = outbox.discord.delete(obsolete.channel_id, obsolete.discord_id).await
        && error.class() != ErrorClass::Gone
    {
        warn!(user = user.0, %error, "Could not delete an earlier reminder of a player: {error}");
    }
    Ok(Reminded::Done)
}

/// Updates the messages of these players after a change in a game of theirs. Temporary failures are corrected by
/// [`sweep`].
pub(crate) async fn refresh(outbox: &Outbox, users: &[UserId]) -> Result<(), DeliveryError> {
    for known in outbox.store.reminder_messages(users).await? {
        refresh_one(outbox, known.user, known.kind).await?;
    }
    Ok(())
}

/// Corrects messages that could not be corrected when they became outdated.
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
    // Read again under the lock, which another task may have held.
    let Some(message) = known_message(outbox, user, kind).await? else { return Ok(()) };
    let corrected = match kind {
        ReminderKind::Reminder => match view::reminder_list(&outbox.app, user).await? {
            Some(list) => edit(outbox, &message, &list.post).await,
            None => withdraw(outbox, &message).await.map(|()| false),
        },
        ReminderKind::Digest => edit(outbox, &message, &view::digest_now(&outbox.app, user).await?).await,
    };
    match corrected {
        Ok(true) => Ok(()),
        // It was deleted.
        Ok(false) => {
            store.replace_reminder_message(user, kind, Some(message.discord_id), None).await?;
            Ok(())
        }
        Err(DeliveryError::Discord(error)) => {
            info!(user = user.0, %error, "Could not correct a reminder of a player yet: {error}");
            let marked = ReminderMessage { shown: OUT_OF_DATE, ..message.clone() };
            store.replace_reminder_message(user, kind, Some(message.discord_id), Some(&marked)).await?;
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Deletes the message. A permanent refusal leaves it in place.
async fn withdraw(outbox: &Outbox, known: &ReminderMessage) -> Result<(), DeliveryError> {
    match outbox.discord.delete(known.channel_id, known.discord_id).await {
        Err(error) if error.is_temporary() => Err(error.into()),
        _ => Ok(()),
    }
}

/// Edits the message if its text has changed; `false` if it no longer exists.
async fn edit(outbox: &Outbox, known: &ReminderMessage, list: &OutgoingMessage) -> Result<bool, DeliveryError> {
    let hash = fingerprint(list);
    if hash == known.shown {
        return Ok(true);
    }
    match outbox.discord.edit(known.channel_id, known.discord_id, &list.edit()).await {
        Ok(()) => {}
        Err(error) if error.is_temporary() => return Err(error.into()),
        Err(_) => return Ok(false),
    }
    let updated = ReminderMessage { shown: hash, ..known.clone() };
    outbox
        .store
        .replace_reminder_message(known.user, known.kind, Some(known.discord_id), Some(&updated))
        .await
        .map_err(StoreError::into)
}

/// A hash of the message's text. It may differ between releases, which only costs an edit.
pub(crate) fn fingerprint(list: &OutgoingMessage) -> i64 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&list.edit()).unwrap_or_default().hash(&mut hasher);
    let hash = hasher.finish().cast_signed();
    if hash == OUT_OF_DATE { 1 } else { hash }
}
