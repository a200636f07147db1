//! Reminders and digests, apart from the alarms of games.

use async_trait::async_trait;

use crate::domain::{Preferences, Timestamp, UserId};
use crate::store::error::Result;

/// Counts unanswered reminders, and keeps when digests are due.
#[async_trait]
pub trait ReminderStore: Send + Sync + 'static {
    /// Resets the count of unanswered reminders: this player has done something.
    async fn reset_ignored_reminders(&self, user: UserId) -> Result<()>;
    /// Replaces preferences as [`PlayerStore::set_preferences`](super::PlayerStore::set_preferences) does, and sets the next
    /// digest, `None` for none. One write, so that a chosen digest is also scheduled.
    async fn set_preferences_and_digest(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        at: Option<Timestamp>,
    ) -> Result<bool>;
    /// Claims the players whose digest is due, by moving it to `lease_until`; at most `limit`, the oldest first.
    async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>>;
    /// Sets the next digest after a claimed one, `None` for none. Does nothing when it was set again since the claim.
    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Option<Timestamp>) -> Result<()>;
}
