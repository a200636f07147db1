//! Heartbeats, sent each minute, and the outages that their absence reveals. An outage is known before any alarm runs.

use std::sync::Arc;
use std::time::Duration;

use base::catch_panic::catch_panic;
use base::clock::{Clock, Uptime};
use base::metrics;
use games::Games;
use games::domain::{Outage, Timestamp};
use games::store::{Store, StoreError};
use tracing::{error, warn};

const HEARTBEAT_INTERVAL: Duration = Duration::from_mins(1);

/// One process's part in the heartbeat that all processes share.
pub struct Heartbeat {
    uptime: Arc<dyn Uptime>,
    /// Outages of up to this length are not given back to the players.
    limit: Duration,
    /// The last heartbeat of this process: the uptime of the machine, and the time on the clock.
    last: Option<(Duration, Timestamp)>,
    /// Why the last attempt failed. The same problem is logged once, however often it is retried.
    problem: Option<String>,
}

impl Heartbeat {
    /// Before the first beat. Outages longer than `limit` are given back.
    pub fn new(uptime: Arc<dyn Uptime>, limit: Duration) -> Self {
        Self { uptime, limit, last: None, problem: None }
    }

    /// Sends a heartbeat when it is due, and records an outage if no process sent one for too long. `false` if that
    /// failed: no alarm may run then, because a game would be lost while no player could move. A game whose alarm runs
    /// first gets the time of known outages back.
    pub async fn beat(&mut self, games: &Games, store: &Store, clock: &dyn Clock) -> bool {
        let is_time_known = clock.confirm().await;
        let (up, shown) = (self.uptime.now(), clock.now());
        // A wrong clock would give back an outage that never happened, and hide the next one.
        if !is_time_known {
            return self.is_within_limit(up);
        }
        // A jump of the clock is recorded at once; otherwise a process that starts after it would take it for an
        // outage.
        let is_fresh = |last: Duration, at: Timestamp| {
            up.saturating_sub(last) < HEARTBEAT_INTERVAL
                && u128::from(shown.since(at).unsigned_abs()) < HEARTBEAT_INTERVAL.as_millis()
        };
        if self.last.is_some_and(|(last, at)| is_fresh(last, at)) {
            return true;
        }
        let work = catch_panic(async {
            let (now, last) = (clock.now(), store.last_beat().await?);
            if let Some(outage) = last.and_then(|last| self.missed(up, last, now)) {
                let lost_s = outage.until.since(outage.from) / 1000;
                warn!(event = "outage_found", lost_s, "No process sent a heartbeat for {lost_s} seconds");
                store.record_outage(outage).await?;
            }
            // At the start, this also finds outages left by a crash.
            games.find_outages().await?;
            store.beat(clock.now()).await
        });
        let problem = match Box::pin(work).await {
            Ok(Ok(())) => {
                metrics::can_write();
                self.last = Some((up, shown));
                self.problem = None;
                return true;
            }
            // The process ends and reports the cause.
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

    /// Whether alarms may run without a new heartbeat, because so far there is nothing to give back.
    fn is_within_limit(&self, up: Duration) -> bool {
        self.last.is_some_and(|(last, _)| up.saturating_sub(last) <= self.limit)
    }

    /// An outage to be given back. A clock that was put forward while this process was running is none: by the uptime
    /// of the machine, which includes suspension, no heartbeat was missed.
    fn missed(&self, up: Duration, last: Timestamp, now: Timestamp) -> Option<Outage> {
        let limit = i64::try_from(self.limit.as_millis()).unwrap_or(i64::MAX);
        let alive_for = self.last.map_or(Duration::MAX, |(last, _)| up.saturating_sub(last));
        (now.since(last) > limit && alive_for > self.limit).then_some(Outage { from: last, until: now })
    }
}
