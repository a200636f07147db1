//! Vacations of players.

use async_trait::async_trait;

use crate::domain::{RequestId, Timestamp, UserId, Vacation};
use crate::store::error::Result;

/// Stores vacations.
#[async_trait]
pub trait VacationStore: Send + Sync + 'static {
    /// All vacations of a player, ordered by number.
    async fn vacations_of(&self, user: UserId) -> Result<Vec<Vacation>>;
    /// Vacations that have not ended, of this player and of everyone with whom they play a running game.
    async fn vacations_around(&self, user: UserId, now: Timestamp) -> Result<Vec<Vacation>>;
    /// Adds a vacation; `false` when the number is taken, by another process that was faster.
    async fn add_vacation(&self, vacation: &Vacation) -> Result<bool>;
    /// Changes the end of a vacation; `false` when it is no longer as known.
    async fn end_vacation(&self, known: &Vacation, until: Timestamp, by: RequestId, wake_at: Timestamp)
    -> Result<bool>;
    /// Claims vacations whose alarm is due, by moving their `wake_at` to `lease_until`.
    async fn claim_vacations(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Vacation>>;
    /// Problems of vacations that cannot be read. Everything else ignores such a vacation.
    async fn damaged_vacations(&self) -> Result<Vec<String>>;
    /// Sets the alarm of a claimed vacation. Does nothing when it was set since the claim.
    async fn set_vacation_alarm(&self, claimed: &Vacation, wake_at: Option<Timestamp>) -> Result<()>;
}
