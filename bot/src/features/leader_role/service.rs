//! Choosing the role of a leader.

use crate::domain::{AuditAction, AuditEntry, LadderId, RoleId, UserId};
use crate::features::audit::service::Organizer;
use crate::games::{GameError, Games};
use crate::store::LeaderRole;

impl Games {
    /// The role of the leader of a ladder, and who has it.
    pub async fn leader_role(&self, ladder: LadderId) -> Result<Option<LeaderRole>, GameError> {
        Ok(self.store.leader_role(ladder).await?)
    }

    /// Who leads a ladder.
    pub async fn leader(&self, ladder: LadderId) -> Result<Option<UserId>, GameError> {
        let stored = self.followed_ladder(ladder).await?;
        Ok(stored.ladder.table().next().map(|standing| standing.player))
    }

    /// Chooses the role of the leader, who has been given it already if there is one; or none any more.
    pub async fn set_leader_role(
        &self,
        by: &Organizer,
        ladder: LadderId,
        role: Option<RoleId>,
        holder: Option<UserId>,
    ) -> Result<(), GameError> {
        let now = self.clock.now();
        let detail = role.map_or_else(|| "leader: off".to_owned(), |role| format!("leader: <@&{}>", role.0));
        let audit = AuditEntry { ladder: Some(ladder), detail: Some(detail), ..by.entry(AuditAction::SetUp, now) };
        let Some(role) = role else { return Ok(self.store.remove_leader_role(ladder, &audit).await?) };
        let chosen = LeaderRole {
            ladder,
            guild: by.guild,
            role,
            set_by: by.user,
            holder,
            given: None,
            // Whoever leads by now is looked at again.
            seen: -1,
            next_at: now,
            is_told: false,
            problem: None,
        };
        Ok(self.store.set_leader_role(&chosen, &audit).await?)
    }
}
