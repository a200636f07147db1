//! The roles that the leaders of ladders have.

use async_trait::async_trait;

use crate::domain::{AuditEntry, GuildId, LadderId, RoleId, Timestamp, UserId};
use crate::store::error::Result;

/// The role that the leader of a ladder has, and who has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderRole {
    pub ladder: LadderId,
    pub guild: GuildId,
    pub role: RoleId,
    /// Who has chosen it, and is told when it cannot be given.
    pub set_by: UserId,
    pub holder: Option<UserId>,
    /// Who is being given it, and may have it.
    pub given: Option<UserId>,
    /// Changes of the ladder when the role was last looked at.
    pub seen: i64,
    /// It is not looked at before: somebody works on it, or it has failed a moment ago.
    pub next_at: Timestamp,
    /// Who has chosen it knows that it cannot be given.
    pub is_told: bool,
    /// Why the last try failed.
    pub problem: Option<String>,
}

/// Stores the roles of leaders.
#[async_trait]
pub trait LeaderRoleStore: Send + Sync + 'static {
    /// Chooses a role, or another one, with an entry for the log of the server.
    async fn set_leader_role(&self, role: &LeaderRole, audit: &AuditEntry) -> Result<()>;
    /// Forgets the role of a ladder, with an entry for the log of the server.
    async fn remove_leader_role(&self, ladder: LadderId, audit: &AuditEntry) -> Result<()>;
    async fn leader_role(&self, ladder: LadderId) -> Result<Option<LeaderRole>>;
    /// Claims roles of ladders that have changed since, until `until`, which identifies the claim.
    async fn claim_leader_roles(&self, now: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<LeaderRole>>;
    /// Writes what was done; `false` when the claim has ended, or another role was chosen meanwhile.
    async fn write_leader_role(&self, role: &LeaderRole, claim: Timestamp) -> Result<bool>;
}
