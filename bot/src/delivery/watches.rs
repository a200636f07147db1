//! Notifies watchers of the games that they follow: one direct message each, whose board is edited after moves, and
//! another one at the end. This is a task of its own that pauses after each batch, so that watchers never delay
//! players.

use std::sync::Arc;

use discord::{DiscordApi, DiscordError, ErrorClass, OutgoingMessage};
use games::ReplayedGame;
use games::domain::{ChannelId, MINUTE_MS, Phase, Timestamp, UserId, Watch, WatchHow};
use games::store::{Store, StoreError};
use tracing::{info, warn};

use crate::commands::App;
use crate::delivery::posting::TOO_MANY_EDITS;
use crate::delivery::posts::report;
use crate::features::watch::view;
use crate::localization::Language;

const BATCH: u32 = 5;

/// Duration of a claim: within the few minutes for which Discord remembers a nonce.
const LEASE_MS: i64 = MINUTE_MS;

/// Least time between two edits of a message; in a fast game, intermediate boards are skipped.
const EDIT_PAUSE_MS: i64 = 30_000;

/// The time for which Discord remembers a nonce.
const NONCE_MS: i64 = 10 * MINUTE_MS;

enum WatchOutcome {
    Notified(Watch),
    Ended,
}

/// Notifies some watchers and returns how many. A failure for one does not delay the others.
pub async fn notify_due_watchers(app: &App, store: &Store, discord: &Arc<dyn DiscordApi>) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let claimed = store.claim_watches(now, now.plus(LEASE_MS), BATCH).await?;
    for watch in &claimed {
        report("watch", watch.game.0.cast_unsigned(), tell(app, store, discord, watch, now).await)?;
    }
    Ok(claimed.len())
}

async fn tell(
    app: &App,
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    watch: &Watch,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(record) = app.games.record(watch.game).await? else {
        return store.write_watch(watch, None).await.map(drop);
    };
    let version = record.game.version;
    let Ok(replayed) = ReplayedGame::open(record, None) else {
        // The game is unreadable, and its watchers learn no more than its players.
        return store.write_watch(watch, None).await.map(drop);
    };
    let outcome = match (watch.how, replayed.record.game.phase == Phase::Playing) {
        (WatchHow::Stopped, _) => {
            let after = stopped(app, discord, watch, &replayed, now).await;
            return write_back(store, discord, watch, after.as_ref()).await;
        }
        (WatchHow::Closed, true) => return Ok(()),
        // A watcher who has not looked at their list until now can no longer change anything.
        (WatchHow::Closed | WatchHow::Thread, false) => Ok(WatchOutcome::Ended),
        (WatchHow::Thread, true) => join_thread(discord, watch, &replayed).await,
        (WatchHow::End, true) => Ok(without_message(discord, watch).await),
        (WatchHow::Moves, true) => update(app, discord, watch, &replayed).await,
        (WatchHow::Moves | WatchHow::End, false) => end(app, discord, watch, &replayed).await,
    };
    let after = match outcome {
        Ok(WatchOutcome::Ended) => None,
        Ok(WatchOutcome::Notified(updated)) => {
            Some(Watch { seen: version, next_at: now.plus(EDIT_PAUSE_MS), ..updated })
        }
        Err(error) if error.is_temporary() => {
            info!(game.id = %watch.game, %error, "Could not tell a watcher yet: {error}");
            Some(Watch { next_at: now.plus(MINUTE_MS), ..watch.clone() })
        }
        Err(error) if error.has_left() => {
            info!(game.id = %watch.game, %error, "A watcher has left the server, and watches no more: {error}");
            None
        }
        Err(error) => {
            warn!(game.id = %watch.game, %error, "Discord takes no message for a watcher, who watches no more: {error}");
            // They learn it when they look at their list.
            Some(Watch { how: WatchHow::Closed, message: None, ..watch.clone() })
        }
    };
    write_back(store, discord, watch, after.as_ref()).await
}

/// Records the result for a watch. If its watcher has changed it meanwhile, the message may be outdated without
/// another round knowing of it, so the next round checks it again.
async fn write_back(
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    watch: &Watch,
    after: Option<&Watch>,
) -> Result<(), StoreError> {
    if store.write_watch(watch, after).await? {
        return Ok(());
    }
    let Some(message) = after.and_then(|after| after.message) else { return Ok(()) };
    while let Some(now) = store.watch(watch.game, watch.user).await? {
        let has_another = now.message.is_some() && now.message != Some(message) && now.message != watch.message;
        let says_so = (now.how == WatchHow::Stopped) == (watch.how == WatchHow::Stopped);
        if has_another || now.message == Some(message) && says_so {
            return Ok(());
        }
        let again = Watch { message: Some(message), seen: Watch::NEW, next_at: Timestamp(0), ..now.clone() };
        if store.write_watch(&now, Some(&again)).await? {
            return Ok(());
        }
    }
    // No later round will handle it: the game is over, or their data is deleted.
    if watch.message != Some(message) {
        remove(discord, watch, Some(message)).await;
    }
    Ok(())
}

async fn language_of(app: &App, user: UserId) -> Language {
    app.language_of(user).await.unwrap_or(Language::ENGLISH)
}

async fn join_thread(
    discord: &Arc<dyn DiscordApi>,
    watch: &Watch,
    replayed: &ReplayedGame,
) -> Result<WatchOutcome, DiscordError> {
    if let Some(thread) = replayed.record.game.place.thread_id {
        // Discord refuses those who cannot see its channel.
        discord.add_thread_member(thread, watch.user).await?;
    }
    Ok(without_message(discord, watch).await)
}

/// A watcher who no longer follows the moves keeps no old board and no message that they have stopped.
async fn without_message(discord: &Arc<dyn DiscordApi>, watch: &Watch) -> WatchOutcome {
    remove(discord, watch, watch.message).await;
    WatchOutcome::Notified(Watch { message: None, ..watch.clone() })
}

async fn update(
    app: &App,
    discord: &Arc<dyn DiscordApi>,
    watch: &Watch,
    replayed: &ReplayedGame,
) -> Result<WatchOutcome, DiscordError> {
    let post = view::update(app, language_of(app, watch.user).await, watch.user, replayed).await;
    let mut stale = None;
    if let Some((channel, message)) = watch.message {
        match discord.replace(channel, message, &post).await {
            Ok(()) => return Ok(WatchOutcome::Notified(watch.clone())),
            // They have deleted it; another one follows.
            Err(error) if error.class() == ErrorClass::Gone => {}
            Err(error) if error.code() == TOO_MANY_EDITS => stale = watch.message,
            Err(error) => return Err(error),
        }
    }
    let post = post.silent();
    let message = match write(discord, watch.user, &post, &nonce('w', watch)).await {
        Err(error) if error.class() == ErrorClass::Gone => {
            // The message with this nonce was deleted. The end of the claim gives another nonce.
            let claim = Watch { seen: watch.next_at.0, ..watch.clone() };
            write(discord, watch.user, &post, &nonce('v', &claim)).await?
        }
        written => written?,
    };
    remove(discord, watch, stale).await;
    Ok(WatchOutcome::Notified(Watch { message: Some(message), ..watch.clone() }))
}

async fn remove(discord: &Arc<dyn DiscordApi>, watch: &Watch, message: Option<(ChannelId, u64)>) {
    if let Some((channel, message)) = message
        && let Err(error) = discord.delete(channel, message).await
    {
        info!(game.id = %watch.game, %error, "A message to a watcher stays: {error}");
    }
}

/// Edits the message to say that it ends here, because an old board would look current. The row outlives the nonce of
/// the message, so a watcher who begins again meanwhile gets the same message. A first message may still be on its
/// way: [`write_back`] records it.
async fn stopped(
    app: &App,
    discord: &Arc<dyn DiscordApi>,
    watch: &Watch,
    replayed: &ReplayedGame,
    now: Timestamp,
) -> Option<Watch> {
    if watch.seen == Watch::STOPPED {
        return None;
    }
    let stopped = Watch { seen: Watch::STOPPED, next_at: now.plus(NONCE_MS), ..watch.clone() };
    let Some((channel, message)) = watch.message else { return Some(stopped) };
    let post = view::stopped(language_of(app, watch.user).await, &replayed.record);
    match discord.replace(channel, message, &post).await {
        Ok(()) => Some(stopped),
        Err(error) if error.code() == TOO_MANY_EDITS => {
            remove(discord, watch, watch.message).await;
            None
        }
        Err(error) if error.is_temporary() => Some(Watch { next_at: now.plus(MINUTE_MS), ..watch.clone() }),
        Err(error) => {
            info!(game.id = %watch.game, %error, "A message to somebody who watches no more stays as it is: {error}");
            None
        }
    }
}

async fn end(
    app: &App,
    discord: &Arc<dyn DiscordApi>,
    watch: &Watch,
    replayed: &ReplayedGame,
) -> Result<WatchOutcome, DiscordError> {
    let post = view::end(app, language_of(app, watch.user).await, watch.user, replayed).await;
    write(discord, watch.user, &post, &nonce('e', watch)).await?;
    remove(discord, watch, watch.message).await;
    Ok(WatchOutcome::Ended)
}

async fn write(
    discord: &Arc<dyn DiscordApi>,
    user: UserId,
    post: &OutgoingMessage,
    nonce: &str,
) -> Result<(ChannelId, u64), DiscordError> {
    let channel = discord.open_dm(user).await?;
    Ok((channel, discord.post(channel, post, nonce).await?))
}

/// The nonce depends on watcher, game and seen version, so a message that follows a deleted one has another nonce. It
/// has 25 characters, Discord's limit.
fn nonce(kind: char, watch: &Watch) -> String {
    format!("{kind}{:012x}{:010x}{:02x}", watch.game.0, watch.user.0 % (1 << 40), watch.seen & 0xff)
}

#[cfg(test)]
mod tests {
    use games::domain::GameId;

    use super::*;

    #[test]
    fn nonces_fit_and_differ_by_what_was_seen() {
        let (game, user) = (GameId((1 << 45) - 1), UserId(u64::MAX));
        let of =
            |seen| nonce('w', &Watch { game, user, how: WatchHow::Moves, seen, message: None, next_at: Timestamp(0) });
        assert!(of(Watch::NEW).len() == 25 && of(i64::MAX).len() == 25, "{}", of(Watch::NEW));
        assert!(of(Watch::NEW) != of(0) && of(0) != of(1));
    }
}
