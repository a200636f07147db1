//! The roles that the leaders of ladders have.

use async_trait::async_trait;

use crate::domain::{AuditEntry, GuildId, LadderId, MINUTE_MS, RoleId, Timestamp, UserId};
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
    /// Changes of the ladder when the role was last looked at, or [`Self::NEW`] or [`Self::ENDED`].
    pub seen: i64,
    /// It is not looked at before: somebody works on it, or it has failed a moment ago.
    pub next_at: Timestamp,
    /// Who has chosen it knows that it cannot be given.
    pub is_told: bool,
    /// Why the last try failed.
    pub problem: Option<String>,
}

impl LeaderRole {
    /// A claim ends after so long.
    pub const LEASE_MS: i64 = MINUTE_MS;
    /// Seen: the leader of this moment is looked at again.
    pub const NEW: i64 = -1;
    /// Seen: the leader no longer has a role, and who may still have it loses it.
    pub const ENDED: i64 = -2;

    /// A role that nobody has yet, claimed until `claim`.
    pub const fn new(ladder: LadderId, guild: GuildId, role: RoleId, set_by: UserId, claim: Timestamp) -> Self {
        Self {
            ladder,
            guild,
            role,
            set_by,
            holder: None,
            given: None,
            seen: Self::NEW,
            next_at: claim,
            is_told: false,
            problem: None,
        }
    }

    pub const fn is_ended(&self) -> bool {
        self.seen == Self::ENDED
    }

    /// Somebody works on it, or has failed a moment ago.
    pub const fn is_claimed(&self, now: Timestamp) -> bool {
        self.next_at.0 > now.0 && self.next_at.0 <= now.0 + Self::LEASE_MS
    }

    /// This person no longer has it.
    pub fn taken_from(&mut self, user: UserId) {
        self.holder = self.holder.filter(|holder| *holder != user);
        self.given = self.given.filter(|given| *given != user);
    }

    /// Taking it has failed: whether the holder still has it is unknown.
    pub const fn doubt_holder(&mut self) {
        if self.given.is_none() {
            self.given = self.holder.take();
        }
    }
}

/// Stores the roles of leaders.
#[async_trait]
pub trait LeaderRoleStore: Send + Sync + 'static {
    /// Chooses a role, or another one, with an entry for the log of the server if there is one; `false` when what is stored is no
    /// longer `before`.
    async fn set_leader_role(
        &self,
        before: Option<&LeaderRole>,
        role: &LeaderRole,
        audit: Option<&AuditEntry>,
    ) -> Result<bool>;
    /// Forgets a role, with an entry for the log of the server if there is one; `false` when the claim has ended, or another role was
    /// chosen meanwhile.
    async fn remove_leader_role(&self, role: &LeaderRole, claim: Timestamp, audit: Option<&AuditEntry>)
    -> Result<bool>;
    async fn leader_role(&self, ladder: LadderId) -> Result<Option<LeaderRole>>;
    /// Claims roles of ladders that have changed since, until `until`, which identifies the claim.
    async fn claim_leader_roles(&self, now: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<LeaderRole>>;
    /// Writes what was done; `false` when the claim has ended, or another role was chosen meanwhile.
    async fn write_leader_role(&self, role: &LeaderRole, claim: Timestamp) -> Result<bool>;
}
