//! The heartbeat: a sign of life each minute, and what its absence means. Clocks are corrected before any alarm rings.

use std::sync::Arc;
use std::time::Duration;

use tracing::{error, warn};

use crate::catch_panic::catch_panic;
use crate::clock::{Clock, Uptime};
use crate::domain::{Outage, Timestamp};
use crate::games::Games;
use crate::store::{Store, StoreError};

/// Between two signs of life.
const BEAT: Duration = Duration::from_mins(1);

/// One process's part in the heartbeat that all of them share.
pub struct HeartbeatLoop {
    uptime: Arc<dyn Uptime>,
    /// An absence of this length, or shorter, costs the players.
    limit: Duration,
    /// When this process last gave a sign of life: how long the machine had been up, and what the clock showed.
    beaten: Option<(Duration, Timestamp)>,
}

impl HeartbeatLoop {
    /// Before the first beat. A longer absence than `limit` is given back.
    pub fn new(uptime: Arc<dyn Uptime>, limit: Duration) -> Self {
        Self { uptime, limit, beaten: None }
    }

    /// Gives a sign of life when it is time to, and corrects clocks when no process gave one for too long. `false` when that
    /// failed: no alarm may ring then, or a game is lost in a time in which no player could move.
    pub async fn beat(&mut self, games: &Games, store: &dyn Store, clock: &dyn Clock) -> bool {
        let (up, shown) = (self.uptime.now(), clock.now());
        // A clock that jumps is told of at once, or a process that starts after it would take the jump for an outage.
        let is_fresh = |beaten: Duration, at: Timestamp| {
            up.saturating_sub(beaten) < BEAT && u128::from(shown.since(at).unsigned_abs()) < BEAT.as_millis()
        };
        if self.beaten.is_some_and(|(beaten, at)| is_fresh(beaten, at)) {
            return true;
        }
        let done = catch_panic(async {
            let (now, last) = (clock.now(), store.last_beat().await?);
            if let Some(outage) = last.and_then(|last| self.missed(up, last, now)) {
                let lost_s = outage.until.since(outage.from) / 1000;
                warn!(lost_s, "There was no sign of life for {lost_s} seconds");
                store.note_outage(outage).await?;
            }
            // At the start also what a crash in the middle has left.
            games.credit_all().await?;
            store.beat(clock.now()).await
        });
        let problem = match done.await {
            Ok(Ok(())) => {
                self.beaten = Some((up, shown));
                return true;
            }
            Ok(Err(error)) => StoreError::to_string(&error),
            Err(panic) => panic,
        };
        error!(error = %problem, "Could not note a sign of life: {problem}");
        // Within the limit there is nothing to give back: alarms may ring.
        self.beaten.is_some_and(|(beaten, _)| up.saturating_sub(beaten) <= self.limit)
    }

    /// An absence that is given back. A clock that was put forward while this process was here is none: by the time that the
    /// machine was up, suspended or not, nothing was missed.
    fn missed(&self, up: Duration, last: Timestamp, now: Timestamp) -> Option<Outage> {
        let limit = i64::try_from(self.limit.as_millis()).unwrap_or(i64::MAX);
        let here = self.beaten.map_or(Duration::MAX, |(beaten, _)| up.saturating_sub(beaten));
        (now.since(last) > limit && here > self.limit).then_some(Outage { from: last, until: now })
    }
}
