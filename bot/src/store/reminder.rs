//! Reminders and digests, apart from the alarms of games.

use async_trait::async_trait;

use crate::domain::{Preferences, Timestamp, UserId};
use crate::store::error::Result;

/// Counts unanswered reminders, and keeps when digests are due.
#[async_trait]
pub trait ReminderStore: Send + Sync + 'static {
    /// This person has done something: what they have not answered is forgotten.
    async fn heard_from(&self, user: UserId) -> Result<()>;
    /// Has a person choose anew as [`Store::set_preferences`](super::Store::set_preferences) does, and with it when their next
    /// digest is due, `None` for none: one write, so that a digest that was chosen comes.
    async fn choose_digest(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        at: Option<Timestamp>,
    ) -> Result<bool>;
    /// Those whose digest is due, theirs put off until `lease_until`; at most `limit`, the oldest first.
    async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>>;
    /// Their next digest, `None` for none, after one that was claimed until then; nothing when it was set anew meanwhile.
    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Option<Timestamp>) -> Result<()>;
}
