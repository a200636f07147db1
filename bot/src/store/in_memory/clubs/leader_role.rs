//! The roles that the leaders of ladders have.

use async_trait::async_trait;

use crate::domain::{AuditEntry, LadderId, Timestamp};
use crate::store::clubs::leader_role::{LeaderRole, LeaderRoleStore};
use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;

#[async_trait]
impl LeaderRoleStore for InMemoryStore {
    async fn set_leader_role(
        &self,
        before: Option<&LeaderRole>,
        role: &LeaderRole,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let mut state = self.state();
        let what = |role: &LeaderRole| (role.role, role.next_at, role.seen, role.holder, role.given);
        if state.leader_roles.get(&role.ladder).map(what) != before.map(what) {
            return Ok(false);
        }
        state.leader_roles.insert(role.ladder, role.clone());
        if let Some(audit) = audit {
            state.add_audit(audit.clone());
        }
        Ok(true)
    }

    async fn remove_leader_role(
        &self,
        role: &LeaderRole,
        claim: Timestamp,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let mut state = self.state();
        let stored = state.leader_roles.get(&role.ladder);
        let is_same = stored.is_some_and(|stored| stored.role == role.role && stored.next_at == claim);
        if is_same {
            state.leader_roles.remove(&role.ladder);
            if let Some(audit) = audit {
                state.add_audit(audit.clone());
            }
        }
        Ok(is_same)
    }

    async fn leader_role(&self, ladder: LadderId) -> Result<Option<LeaderRole>> {
        Ok(self.state().leader_roles.get(&ladder).cloned())
    }

    async fn claim_leader_roles(&self, now: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<LeaderRole>> {
        let mut state = self.state();
        let is_due = |role: &&LeaderRole| {
            let changes = state.ladders.get(&role.ladder).map(|ladder| ladder.stored.head.changes);
            role.next_at <= now && changes.is_some_and(|changes| role.given.is_some() || changes != role.seen)
        };
        let mut due: Vec<LeaderRole> = state.leader_roles.values().filter(is_due).cloned().collect();
        due.sort_by_key(|role| (role.next_at, role.ladder));
        due.truncate(limit as usize);
        for role in &mut due {
            role.next_at = until;
            state.leader_roles.insert(role.ladder, role.clone());
        }
        Ok(due)
    }

    async fn write_leader_role(&self, role: &LeaderRole, claim: Timestamp) -> Result<bool> {
        let mut state = self.state();
        let stored = state.leader_roles.get_mut(&role.ladder);
        let stored = stored.filter(|stored| stored.role == role.role && stored.next_at == claim);
        Ok(stored.map(|stored| stored.clone_from(role)).is_some())
    }
}
