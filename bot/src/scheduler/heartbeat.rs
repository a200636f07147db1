//! The heartbeat: a sign of life each minute, and what its absence means. An outage is known before any alarm rings.

use std::sync::Arc;
use std::time::Duration;

use tracing::{error, warn};

use crate::catch_panic::catch_panic;
use crate::clock::{Clock, Uptime};
use crate::domain::{Outage, Timestamp};
use crate::games::Games;
use crate::metrics;
use crate::store::{Store, StoreError};

const HEARTBEAT_INTERVAL: Duration = Duration::from_mins(1);

/// One process's part in the heartbeat that all of them share.
pub struct Heartbeat {
    uptime: Arc<dyn Uptime>,
    /// An outage of this length or shorter is not given back to the players.
    limit: Duration,
    /// When this process last gave a sign of life: how long the machine had been up, and what the clock showed.
    last: Option<(Duration, Timestamp)>,
    /// Why the last try failed: the same problem is logged once, however often it is tried again.
    problem: Option<String>,
}

impl Heartbeat {
    /// Before the first beat. A longer absence than `limit` is given back.
    pub fn new(uptime: Arc<dyn Uptime>, limit: Duration) -> Self {
        Self { uptime, limit, last: None, problem: None }
    }

    /// Gives a sign of life when it is time to, and records an outage when no process gave one for too long. `false` when that
    /// failed: no alarm may ring then, or a game is lost in a time in which no player could move. A game whose alarm rings gets the
    /// time of known outages back before.
    pub async fn beat(&mut self, games: &Games, store: &Store, clock: &dyn Clock) -> bool {
        let is_time_known = clock.confirm().await;
        let (up, shown) = (self.uptime.now(), clock.now());
        // A wrong clock would give back an outage that there was not, and hide the next one.
        if !is_time_known {
            return self.is_within_limit(up);
        }
        // A clock that jumps is told of at once, or a process that starts after it would take the jump for an outage.
        let is_fresh = |last: Duration, at: Timestamp| {
            up.saturating_sub(last) < HEARTBEAT_INTERVAL
                && u128::from(shown.since(at).unsigned_abs()) < HEARTBEAT_INTERVAL.as_millis()
        };
        if self.last.is_some_and(|(last, at)| is_fresh(last, at)) {
            return true;
        }
        let done = catch_panic(async {
            let (now, last) = (clock.now(), store.last_beat().await?);
            if let Some(outage) = last.and_then(|last| self.missed(up, last, now)) {
                let lost_s = outage.until.since(outage.from) / 1000;
                warn!(event = "outage_found", lost_s, "No process sent a heartbeat for {lost_s} seconds");
                store.record_outage(outage).await?;
            }
            // At the start also what a crash in the middle has left.
            games.find_outages().await?;
            store.beat(clock.now()).await
        });
        let problem = match done.await {
            Ok(Ok(())) => {
                metrics::can_write();
                self.last = Some((up, shown));
                self.problem = None;
                return true;
            }
            // The process ends, and says why.
            Ok(Err(error)) if error.is_final() => return false,
            Ok(Err(error)) => StoreError::to_string(&error),
            Err(panic) => panic,
        };
        if self.problem.as_ref() != Some(&problem) {
            error!(event = "heartbeat_failed", error = %problem, "Could not record the heartbeat: {problem}");
            self.problem = Some(problem);
        }
        self.is_within_limit(up)
    }

    /// Whether alarms may ring without a new sign of life: so far there is nothing to give back.
    fn is_within_limit(&self, up: Duration) -> bool {
        self.last.is_some_and(|(last, _)| up.saturating_sub(last) <= self.limit)
    }

    /// An absence that is given back. A clock that was put forward while this process was here is none: by the time that the
    /// machine was up, suspended or not, nothing was missed.
    fn missed(&self, up: Duration, last: Timestamp, now: Timestamp) -> Option<Outage> {
        let limit = i64::try_from(self.limit.as_millis()).unwrap_or(i64::MAX);
        let alive_for = self.last.map_or(Duration::MAX, |(last, _)| up.saturating_sub(last));
        (now.since(last) > limit && alive_for > self.limit).then_some(Outage { from: last, until: now })
    }
}
