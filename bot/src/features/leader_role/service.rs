//! Choosing the role of a leader.

use crate::domain::{AuditAction, AuditEntry, Competition, GameId, LadderId, Organizer, RoleId, UserId};
use crate::features::ladder::service::taking_in;
use crate::games::change::internal_request;
use crate::games::{GameError, Games};
use crate::store::LeaderRole;

/// The role of the leader of a ladder, and who has it; also one that has ended, until it is taken back.
pub async fn leader_role(games: &Games, ladder: LadderId) -> Result<Option<LeaderRole>, GameError> {
    Ok(games.store.leader_role(ladder).await?)
}

/// Who leads a ladder.
pub async fn leader(games: &Games, ladder: LadderId) -> Result<Option<UserId>, GameError> {
    let stored = taking_in::update_ladder(games, ladder).await?;
    Ok(stored.ladder.table().next().map(|standing| standing.player))
}

/// Writes what becomes of the role of a leader, with an entry for the log of the server if there is one; `false` when somebody else
/// was faster.
pub async fn set_leader_role(
    games: &Games,
    before: Option<&LeaderRole>,
    role: &LeaderRole,
    audit: Option<&AuditEntry>,
) -> Result<bool, GameError> {
    Ok(games.store.set_leader_role(before, role, audit).await?)
}

/// Forgets a role that was not given, with an entry for the log of the server.
pub async fn forget_leader_role(games: &Games, role: &LeaderRole, audit: &AuditEntry) -> Result<(), GameError> {
    Ok(games.store.remove_leader_role(role, role.next_at, Some(audit)).await.map(drop)?)
}

/// The entry of the log about a choice.
pub fn leader_role_entry(games: &Games, by: &Organizer, ladder: LadderId, role: Option<RoleId>) -> AuditEntry {
    let detail = role.map_or_else(|| "leader: off".to_owned(), |role| format!("leader: <@&{}>", role.0));
    AuditEntry {
        competition: Some(Competition::Ladder(ladder)),
        detail: Some(detail),
        ..by.entry(AuditAction::SetUp, games.clock.now())
    }
}

/// The entry of the log after that about a choice: Discord has refused it, and the one before counts again.
pub fn refused_leader_role_entry(games: &Games, by: &Organizer, ladder: LadderId, role: RoleId) -> AuditEntry {
    let entry = leader_role_entry(games, by, ladder, Some(role));
    let request = internal_request(GameId(ladder.0), by.request.0);
    AuditEntry { request, detail: Some(format!("leader: <@&{}>: refused", role.0)), ..entry }
}
