//! Whom a person blocks, and where the changes of a server's ladders are posted.

use crate::domain::{AuditEntry, ChannelId, GuildId, Preferences, RoleId, UserId};
use crate::games::{GameError, Games};
use crate::store::LadderDigest;

/// People that one person can block: as many as fit into one message.
pub const MOST_BLOCKED: usize = 60;

/// Takes no more challenges from this person. Running games and open challenges go on.
///
/// # Errors
/// [`GameError::BlockYourself`], and [`GameError::TooManyBlocked`] when the list is full.
pub async fn block(games: &Games, user: UserId, other: UserId) -> Result<Preferences, GameError> {
    if user == other {
        return Err(GameError::BlockYourself);
    }
    let change = move |chosen: &mut Preferences| {
        if chosen.blocked.contains(&other) {
            return Ok(());
        }
        if chosen.blocked.len() >= MOST_BLOCKED {
            return Err(GameError::TooManyBlocked(MOST_BLOCKED));
        }
        chosen.blocked.push(other);
        Ok(())
    };
    games.update_preferences(user, change).await
}

/// Takes challenges from this person again.
pub async fn unblock(games: &Games, user: UserId, other: UserId) -> Result<Preferences, GameError> {
    let change = move |chosen: &mut Preferences| {
        chosen.blocked.retain(|blocked| *blocked != other);
        Ok(())
    };
    games.update_preferences(user, change).await
}

/// Whether the leader of a ladder of this server has this role.
pub async fn is_leader_role(games: &Games, guild: GuildId, role: RoleId) -> Result<bool, GameError> {
    Ok(games.store.is_leader_role(guild, role).await?)
}

/// Where the changes of a server's ladders are posted.
pub async fn ladder_digest(games: &Games, guild: GuildId) -> Result<Option<LadderDigest>, GameError> {
    Ok(games.store.ladder_digest(guild).await?)
}

/// Chooses where the changes of a server's ladders are posted from now on. Whether the person may do so is for the caller to
/// check.
pub async fn set_ladder_digest(
    games: &Games,
    guild: GuildId,
    channel: Option<ChannelId>,
    audit: &AuditEntry,
) -> Result<(), GameError> {
    Ok(games.store.set_ladder_digest(guild, channel, games.clock.now(), audit).await?)
}
