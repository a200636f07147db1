//! Sends each person who wants one their digest, once a day. The cost of a round depends on whose is due.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::{error, info};

use crate::catch_panic::catch_panic;
use crate::commands::App;
use crate::delivery::reminder_list::fingerprint;
use crate::discord::{Delivery, MessageSender, OutgoingMessage, SentMessage};
use crate::domain::clock::reminder_plan::next_at;
use crate::domain::{DAY_MS, HOUR_MS, Timestamp, UserId};
use crate::features::reminders::view;
use crate::scheduler::attempt;
use crate::store::{ReminderKind, ReminderMessage, Store, StoreError};

/// A digest that was not noted as sent is tried again after so long: while Discord knows its nonce.
const LEASE_MS: i64 = 60_000;

/// A digest that could not be sent in time is left out.
const MAX_DELAY_MS: i64 = 6 * HOUR_MS;

/// A digest that cannot be made is tried again after so long: the host has to mend the cause.
const RETRY_AFTER_ERROR_MS: i64 = DAY_MS;

/// Digests claimed at once: as many as are sent before the lease ends, even when Discord takes its time.
const BATCH: u32 = 5;

const TICK: Duration = Duration::from_secs(5);

pub async fn run(app: App, store: Arc<Store>, sender: Arc<dyn MessageSender>, cancel: CancellationToken) {
    loop {
        let sent = attempt("look for digests", round(&app, store.as_ref(), sender.as_ref())).await;
        if sent == Some(BATCH as usize) && !cancel.is_cancelled() {
            continue;
        }
        if cancel.run_until_cancelled(tokio::time::sleep(TICK)).await.is_none() {
            return;
        }
    }
}

/// Sends what is due; gives how many were. A failure of one is tried again after the lease, the others go on.
pub async fn round(app: &App, store: &Store, sender: &dyn MessageSender) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let claimed_until = now.plus(LEASE_MS);
    let due = store.claim_digests(now, claimed_until, BATCH).await?;
    // One after the other: they are in no hurry, and boards are.
    for user in &due {
        if app.clock.now() >= claimed_until {
            // Another process may have claimed the rest by now.
            break;
        }
        let problem = match catch_panic(send(app, store, sender, *user, claimed_until)).await {
            Ok(Ok(())) => continue,
            // The store failed: the claim comes up again after its lease.
            Ok(Err(error @ StoreError::Database { .. })) => {
                error!(user = user.0, %error, "Could not send a digest: {error}");
                continue;
            }
            Ok(Err(error)) => error.to_string(),
            Err(panic) => panic,
        };
        error!(user = user.0, error = %problem, "Could not make a digest, deferred it by a day: {problem}");
        store.next_digest(*user, claimed_until, Some(app.clock.now().plus(RETRY_AFTER_ERROR_MS))).await?;
    }
    Ok(due.len())
}

/// Names this digest. Discord takes 25 characters; a post after one whose message was deleted adds two of its own.
fn nonce(user: UserId, due: Timestamp) -> String {
    format!("d{:x}{:06x}", user.0, (due.0 / 60_000) & 0xff_ffff)
}

async fn send(
    app: &App,
    store: &Store,
    sender: &dyn MessageSender,
    user: UserId,
    claimed_until: Timestamp,
) -> Result<(), StoreError> {
    // What does not read is not the same as nothing chosen.
    let chosen = store.preferences(user).await?;
    let player = store.player(user).await?;
    let now = app.clock.now();
    let Some(minute) = chosen.digest else { return store.next_digest(user, claimed_until, None).await };
    let next = next_at(minute, &chosen, now);
    // The time of day that is past: the same for each process that tries again.
    let due = (1..=27).map(|hours| next_at(minute, &chosen, now.plus(-hours * HOUR_MS))).find(|at| *at <= now);
    let is_late = due.is_none_or(|due| now.since(due) > MAX_DELAY_MS);
    if !is_late
        && !player.dm_closed
        && let Some(post) = view::digest(app, user).await?
    {
        let nonce = nonce(user, due.unwrap_or(now));
        match sender.direct_message(user, &post, &nonce).await {
            Ok(sent) => {
                info!(user = user.0, "Sent a digest");
                replace_last(store, sender, user, sent, &post, now).await?;
            }
            Err(Delivery::Unreachable) => {
                store.set_dm_closed(user, true).await?;
            }
            // The claim comes up again after its lease.
            Err(Delivery::Failed) => return Ok(()),
            // The log has the reason. The next digest says other things.
            Err(Delivery::Done | Delivery::Refused) => {}
        }
    }
    store.next_digest(user, claimed_until, Some(next)).await
}

/// From now on this is the digest that is kept true; the last one goes, for nobody would correct it any more.
async fn replace_last(
    store: &Store,
    sender: &dyn MessageSender,
    user: UserId,
    sent: SentMessage,
    post: &OutgoingMessage,
    now: Timestamp,
) -> Result<(), StoreError> {
    let kind = ReminderKind::Digest;
    let last = store.reminder_messages(&[user]).await?.into_iter().find(|known| known.kind == kind);
    let SentMessage { channel_id, discord_id } = sent;
    let posted = ReminderMessage { user, kind, channel_id, discord_id, posted_at: now, shown: fingerprint(post) };
    let from = last.as_ref().map(|last| last.discord_id);
    let is_replaced = store.replace_reminder_message(user, kind, from, Some(&posted)).await?;
    // The same nonce gives the same message again.
    if let Some(last) = last.filter(|last| is_replaced && last.discord_id != discord_id) {
        sender.withdraw(SentMessage { channel_id: last.channel_id, discord_id: last.discord_id }).await;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_has_room_for_the_number_of_a_try() {
        let longest = nonce(UserId(u64::MAX), Timestamp(i64::MAX));
        assert!(longest.len() + ".3".len() <= 25, "{longest}");
        let [one, next] = [0, DAY_MS].map(|at| nonce(UserId(7), Timestamp(1_700_000_000_000 + at)));
        assert_ne!(one, next);
    }
}
