//! Alarms and deadlines of games.

use async_trait::async_trait;

use crate::domain::{GameId, Timestamp};
use crate::store::error::Result;

/// Finds the games that are due.
#[async_trait]
pub trait AlarmStore: Send + Sync + 'static {
    /// Games whose alarm rang, their `wake_at` pushed to `lease_until`.
    async fn claim_due(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<GameId>>;
    /// Games and challenges with a deadline after this instant, in the order of their numbers: at most `limit` after that one.
    async fn games_due_after(&self, instant: Timestamp, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>>;
}
