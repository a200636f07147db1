//! Sends each person who wants one their digest, once a day. The cost of a round depends on whose is due.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::{error, info};

use crate::commands::{self, App, Courier, Delivery};
use crate::games::pace::HOUR_MS;
use crate::games::time::reminders::next_at;
use crate::safely::safely;
use crate::store::{StoreError, Timestamp, UserId};

/// A digest that was not noted as sent is tried again after so long: while Discord knows its nonce.
const LEASE_MS: i64 = 60_000;
/// A digest that could not be sent in time is left out.
const LATE_MS: i64 = 6 * HOUR_MS;
/// Digests claimed at once.
const BATCH: u32 = 20;
/// Between two looks.
const TICK: Duration = Duration::from_secs(5);

/// Runs until cancelled.
pub async fn run(app: App, courier: Arc<dyn Courier>, cancel: CancellationToken) {
    loop {
        let full = match round(&app, courier.as_ref()).await {
            Ok(count) => count == BATCH as usize,
            Err(error) => {
                error!(%error, "Could not look for digests: {error}");
                false
            }
        };
        if full && !cancel.is_cancelled() {
            continue;
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

/// Sends what is due; gives how many were. A failure of one is tried again after the lease, the others go on.
pub async fn round(app: &App, courier: &dyn Courier) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let claimed_until = now.plus(LEASE_MS);
    let due = app.store.claim_digests(now, claimed_until, BATCH).await?;
    // One after the other: they are in no hurry, and boards are.
    for user in &due {
        let problem = match safely(send(app, courier, *user, claimed_until)).await {
            Ok(Ok(())) => continue,
            Ok(Err(error)) => error.to_string(),
            Err(panic) => panic,
        };
        error!(user = user.0, error = %problem, "Could not send a digest: {problem}");
    }
    Ok(due.len())
}

async fn send(app: &App, courier: &dyn Courier, user: UserId, claimed_until: Timestamp) -> Result<(), StoreError> {
    let player = app.store.player(user).await?;
    let now = app.clock.now();
    let Some(minute) = player.preferences.digest else { return app.store.set_digest(user, None).await };
    let next = next_at(minute, &player.preferences, now);
    // The day's time that is past: the same for whoever tries again.
    let due =
        (1..=27).map(|hours| next_at(minute, &player.preferences, now.plus(-hours * HOUR_MS))).find(|at| *at <= now);
    let is_late = due.is_none_or(|due| now.since(due) > LATE_MS);
    if !is_late
        && !player.dm_closed
        && let Some(post) = commands::digest(app, user).await?
    {
        let nonce = format!("d{:x}-{:x}", user.0, due.unwrap_or(now).0 / 60_000);
        match courier.letter(user, &post, &nonce).await {
            Delivery::Done => info!(user = user.0, "Sent a digest"),
            Delivery::Closed => {
                app.store.set_dm_closed(user, true).await?;
            }
            // The claim rings again after its lease.
            Delivery::Failed => return Ok(()),
        }
    }
    app.store.next_digest(user, claimed_until, next).await
}
