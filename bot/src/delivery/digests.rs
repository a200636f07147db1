//! Sends people their daily digests.

use async_trait::async_trait;
use discord::{MessageSender, OutgoingMessage, SentMessage};
use futures::{FutureExt as _, TryFutureExt as _};
use games::domain::clock::reminder_plan::next_at;
use games::domain::{HOUR_MS, MINUTE_MS, Timestamp, UserId};
use games::jobs::{Job, Next, run_each};
use games::store::{ClaimedJob, JobKind, ReminderKind, ReminderMessage, Store, StoreError};
use games::{GameError, Games};
use tracing::info;

use crate::commands::App;
use crate::delivery::reminder_list::fingerprint;
use crate::features::reminders::view;

/// A digest that was not recorded as sent is retried after this time, while Discord still knows its nonce.
const LEASE_MS: i64 = MINUTE_MS;

/// A digest that could not be sent within this time is left out.
const MAX_DELAY_MS: i64 = 6 * HOUR_MS;

/// The job of each person who gets digests.
pub struct Digests(pub App);

#[async_trait]
impl Job for Digests {
    fn kind(&self) -> JobKind {
        JobKind::Digest
    }

    /// As many as are sent before the lease ends, even if Discord is slow.
    fn batch(&self) -> u32 {
        5
    }

    fn lease_ms(&self) -> i64 {
        LEASE_MS
    }

    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError> {
        run_each(games, claimed, |job| send(&self.0, job.user()).map_err(GameError::from).boxed()).await
    }
}

/// Identifies this digest. Discord allows 25 characters; posting again after the message was deleted adds two.
fn nonce(user: UserId, due: Timestamp) -> String {
    format!("d{:x}{:06x}", user.0, (due.0 / 60_000) & 0xff_ffff)
}

async fn send(app: &App, user: UserId) -> Result<Next, StoreError> {
    let store = app.games.store.as_ref();
    // Unreadable preferences must not count as unset.
    let preferences = store.preferences(user).await?;
    let player = store.player(user).await?;
    let now = app.clock.now();
    let Some(minute) = preferences.digest else { return Ok(Next::Done) };
    let next = next_at(minute, &preferences, now);
    // The last such time of day: the same for each process that retries.
    let due = (1..=27).map(|hours| next_at(minute, &preferences, now.plus(-hours * HOUR_MS))).find(|at| *at <= now);
    let is_late = due.is_none_or(|due| now.since(due) > MAX_DELAY_MS);
    if !is_late
        && !player.dm_closed
        && let Some(post) = view::digest(app, user).await?
    {
        let nonce = nonce(user, due.unwrap_or(now));
        match app.sender.direct_message(user, &post, &nonce).await {
            Ok(message) => {
                info!(user = user.0, "Sent a digest");
                replace_last(store, &app.sender, user, message, &post, now).await?;
            }
            Err(error) if error.refuses_direct_messages() => {
                store.set_dm_closed(user, true).await?;
            }
            Err(error) if error.is_temporary() => return Ok(Next::At(now.plus(LEASE_MS))),
            // The log has the reason. The next digest has other content.
            Err(_) => {}
        }
    }
    Ok(Next::At(next))
}

/// Makes this the digest that is kept up to date, and withdraws the last one, which would no longer be corrected.
async fn replace_last(
    store: &Store,
    sender: &MessageSender,
    user: UserId,
    message: SentMessage,
    post: &OutgoingMessage,
    now: Timestamp,
) -> Result<(), StoreError> {
    let kind = ReminderKind::Digest;
    let last = store.reminder_messages(&[user]).await?.into_iter().find(|other| other.kind == kind);
    let SentMessage { channel_id, discord_id } = message;
    let record = ReminderMessage { user, kind, channel_id, discord_id, posted_at: now, shown: fingerprint(post) };
    let from = last.as_ref().map(|last| last.discord_id);
    let is_replaced = store.replace_reminder_message(user, kind, from, Some(&record)).await?;
    // The same nonce returns the same message.
    if let Some(last) = last.filter(|last| is_replaced && last.discord_id != discord_id) {
        sender.withdraw(SentMessage { channel_id: last.channel_id, discord_id: last.discord_id }).await;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use games::domain::DAY_MS;

    use super::*;

    #[test]
    fn a_nonce_has_room_for_the_number_of_a_try() {
        let longest = nonce(UserId(u64::MAX), Timestamp(i64::MAX));
        assert!(longest.len() + ".3".len() <= 25, "{longest}");
        let [one, next] = [0, DAY_MS].map(|at| nonce(UserId(7), Timestamp(1_700_000_000_000 + at)));
        assert_ne!(one, next);
    }
}
