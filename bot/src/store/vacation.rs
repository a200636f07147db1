//! Vacations of players.

use async_trait::async_trait;

use crate::domain::{RequestId, Timestamp, UserId, Vacation};
use crate::store::error::Result;

/// Keeps vacations.
#[async_trait]
pub trait VacationStore: Send + Sync + 'static {
    /// All vacations of a person, in the order of their numbers.
    async fn absences_of(&self, user: UserId) -> Result<Vec<Vacation>>;
    /// The vacations that have not ended, of this person and of all with whom they have a game that is being played.
    async fn absences_around(&self, user: UserId, now: Timestamp) -> Result<Vec<Vacation>>;
    /// Adds one, unless this person has one of that number: then somebody was faster, and nothing is changed.
    async fn add_absence(&self, vacation: &Vacation) -> Result<bool>;
    /// Has one end at another time than it was known to; false when somebody was faster.
    async fn end_absence(&self, known: &Vacation, until: Timestamp, by: RequestId, wake_at: Timestamp) -> Result<bool>;
    /// VacationStore whose alarm rang, their `wake_at` pushed to `lease_until`.
    async fn claim_absences(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Vacation>>;
    /// What is wrong with those that do not read: everything else goes on without them.
    async fn damaged_absences(&self) -> Result<Vec<String>>;
    /// Sets the alarm of a claimed one, unless it was set meanwhile.
    async fn set_absence_alarm(&self, claimed: &Vacation, wake_at: Option<Timestamp>) -> Result<()>;
}
