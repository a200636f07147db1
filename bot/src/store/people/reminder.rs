//! Reminders and digests, apart from the alarms of games.

use async_trait::async_trait;

use crate::domain::{ChannelId, Preferences, Timestamp, UserId};
use crate::store::error::Result;

/// The direct message that lists the games of which a player was reminded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderMessage {
    pub user: UserId,
    pub channel_id: ChannelId,
    /// The id of the message at Discord.
    pub discord_id: u64,
    /// When it pinged.
    pub posted_at: Timestamp,
    /// A fingerprint of what it says.
    pub shown: i64,
}

/// Keeps who has not answered reminders, what a reminder says, and when digests are due.
#[async_trait]
pub trait ReminderStore: Send + Sync + 'static {
    /// This player has done something: the reminders to them are answered.
    async fn record_sign_of_life(&self, user: UserId) -> Result<()>;
    /// The reminders that stand in the direct messages of these players.
    async fn reminder_messages(&self, users: &[UserId]) -> Result<Vec<ReminderMessage>>;
    /// The players whose message shows this; at most `limit`.
    async fn reminder_messages_showing(&self, shown: i64, limit: u32) -> Result<Vec<UserId>>;
    /// Notes which message stands now, none with `None`; `false` and nothing is changed where another one than `from` stood.
    async fn replace_reminder_message(
        &self,
        user: UserId,
        from: Option<u64>,
        to: Option<&ReminderMessage>,
    ) -> Result<bool>;
    /// Replaces preferences as [`PlayerStore::set_preferences`](crate::store::PlayerStore::set_preferences) does, and sets the next
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
