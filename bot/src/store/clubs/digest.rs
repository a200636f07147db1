//! Messages with the changes of a server's ladders.

use std::collections::BTreeMap;

use async_trait::async_trait;

use crate::domain::{AuditEntry, ChannelId, GuildId, LadderId, Timestamp};
use crate::store::error::Result;

/// The number of the last change of each ladder.
pub type LastChanges = BTreeMap<LadderId, i64>;

/// The message of a day with the changes of all ladders of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderDigest {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub began_at: Timestamp,
    /// What stands in earlier messages.
    pub since: LastChanges,
    /// What stands in this one.
    pub shown: LastChanges,
    /// `None`: it is not posted yet.
    pub message: Option<u64>,
    /// It is not looked at before: somebody works on it, or it was edited a moment ago.
    pub next_at: Timestamp,
    /// Why the last try failed.
    pub problem: Option<String>,
}

/// Stores where the changes of ladders are posted, and how far.
#[async_trait]
pub trait LadderDigestStore: Send + Sync + 'static {
    /// Chooses the channel, or none; what has changed before is not posted. Adds an entry to the log of the server, unless nothing
    /// changes.
    async fn set_ladder_digest(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
        now: Timestamp,
        audit: &AuditEntry,
    ) -> Result<()>;
    async fn ladder_digest(&self, guild: GuildId) -> Result<Option<LadderDigest>>;
    /// Claims digests of servers whose ladders have changed since, until `until`, which identifies the claim.
    async fn claim_ladder_digests(&self, now: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<LadderDigest>>;
    /// Writes what was done; `false` when the claim has ended, or another channel was chosen meanwhile.
    async fn write_ladder_digest(&self, digest: &LadderDigest, claim: Timestamp) -> Result<bool>;
}
