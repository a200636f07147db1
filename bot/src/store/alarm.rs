//! Alarms and deadlines of games.

use async_trait::async_trait;

use crate::domain::{GameId, Timestamp};
use crate::store::error::Result;

/// Finds the games that are due.
#[async_trait]
pub trait AlarmStore: Send + Sync + 'static {
    /// Claims games whose alarm is due, by moving their `wake_at` to `lease_until`.
    async fn claim_due(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<GameId>>;
    /// How many alarms are due and not claimed, and since when the oldest.
    async fn due_alarms(&self, now: Timestamp) -> Result<(u64, Option<Timestamp>)>;
    /// Games and challenges with a deadline after `instant`, ordered by id, beginning after the id `after`; at most `limit`.
    async fn games_due_after(&self, instant: Timestamp, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>>;
}
