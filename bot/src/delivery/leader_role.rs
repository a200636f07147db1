//! Gives the leader role to the current leader of a ladder, and takes it from the previous one.

use std::sync::Arc;

use clubs::domain::ladder::StoredLadder;
use clubs::store::{Clubs as _, LeaderRole};
use discord::{DiscordApi, DiscordError, OutgoingMessage, RoleChange, escape_markdown};
use games::Games;
use games::domain::{HOUR_MS, MINUTE_MS, Player, Timestamp};
use games::store::{Store, StoreError};
use tracing::{info, warn};

use crate::delivery::posts::report;
use crate::localization::{Language, localize};

const BATCH: u32 = 20;

enum Stopped {
    /// Another process works on it, or another role was chosen.
    Overtaken,
    Discord(DiscordError),
    Store(StoreError),
}

/// Updates the roles of all changed ladders and returns how many there were. A failure of one ladder does not delay
/// the others.
///
/// # Errors
/// If the store is closed. Discord's refusals are recorded with the role.
pub async fn give_due(games: &Games, store: &Store, discord: &Arc<dyn DiscordApi>) -> Result<usize, StoreError> {
    let now = games.clock.now();
    let claimed = store.clubs().claim_leader_roles(now, now.plus(LeaderRole::LEASE_MS), BATCH).await?;
    for role in &claimed {
        let result = look_after(games, store, discord, role.clone(), now).await;
        report("leader_role", role.ladder.0.cast_unsigned(), result)?;
    }
    Ok(claimed.len())
}

async fn look_after(
    games: &Games,
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    mut role: LeaderRole,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(ladder) = store.clubs().ladder(role.ladder).await? else { return Ok(()) };
    let claim = role.next_at;
    match hand_over(store, discord, &mut role, &ladder).await {
        Ok(()) if role.is_ended() => return store.clubs().remove_leader_role(&role, claim, None).await.map(drop),
        Ok(()) => {
            role.seen = ladder.head.changes;
            // Due at once after the next change. No claim ends at this instant, so an expired claim cannot be
            // confused with a new one.
            (role.next_at, role.is_told, role.problem) = (Timestamp(0), false, None);
        }
        Err(Stopped::Overtaken) => return Ok(()),
        Err(Stopped::Store(error)) => return Err(error),
        Err(Stopped::Discord(error)) if error.is_temporary() => {
            info!(ladder = %role.ladder, %error, "Could not hand over the role of a leader yet: {error}");
            role.next_at = now.plus(MINUTE_MS);
        }
        Err(Stopped::Discord(error)) => {
            if role.problem.is_none() {
                warn!(event = "role_refused", ladder = %role.ladder, %error, "Discord refuses the role of a leader: {error}");
            }
            (role.next_at, role.problem) = (now.plus(HOUR_MS), Some(error.to_string()));
            if !role.is_told {
                role.is_told = tell(games, discord, &role, &ladder).await;
            }
            // The organizer who ended it knows that they have to remove the role themselves.
            if role.is_ended() && role.is_told {
                return store.clubs().remove_leader_role(&role, claim, None).await.map(drop);
            }
        }
    }
    store.clubs().write_leader_role(&role, claim).await.map(drop)
}

/// Takes the role from a former leader and gives it to the leader. The record always covers everyone who may have it.
async fn hand_over(
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    role: &mut LeaderRole,
    ladder: &StoredLadder,
) -> Result<(), Stopped> {
    let (guild, claim) = (role.guild, role.next_at);
    let leader = ladder.ladder.table().next().map(|standing| standing.player).filter(|_| !role.is_ended());
    for former in [role.holder, role.given].into_iter().flatten().filter(|former| Some(*former) != leader) {
        match discord.change_role(RoleChange::Take, guild, former, role.role).await {
            Err(error) if !error.is_not_a_member() => {
                role.doubt_holder();
                return Err(Stopped::Discord(error));
            }
            _ => role.taken_from(former),
        }
    }
    let Some(leader) = leader.filter(|leader| role.holder != Some(*leader)) else {
        role.given = None;
        return Ok(());
    };
    role.given = Some(leader);
    // Recorded before asking Discord, so that a crash leaves no role that nobody would take back.
    if !store.clubs().write_leader_role(role, claim).await.map_err(Stopped::Store)? {
        return Err(Stopped::Overtaken);
    }
    match discord.change_role(RoleChange::Give, guild, leader, role.role).await {
        Ok(()) => role.holder = Some(leader),
        // The leader has left the server.
        Err(error) if error.is_not_a_member() => {}
        Err(error) => return Err(Stopped::Discord(error)),
    }
    role.given = None;
    Ok(())
}

/// Notifies the organizer who chose the role that it cannot be given or taken. Returns whether nothing is left to
/// notify about.
async fn tell(games: &Games, discord: &Arc<dyn DiscordApi>, role: &LeaderRole, ladder: &StoredLadder) -> bool {
    if Player::from(role.set_by).person().is_none() {
        return true;
    }
    let locale = games.locale_of(role.set_by).await.ok().flatten();
    let language = Language::of(locale.as_deref().unwrap_or("en-US"));
    let name = escape_markdown(&ladder.head.name);
    let text = match role.holder.or(role.given).filter(|_| role.is_ended()) {
        Some(left) => localize!(language, "leader-role-left", role = role.role.0, player = left.0),
        None => localize!(language, "leader-role-lost", role = role.role.0, name = name),
    };
    let nonce = format!("r{:x}", role.ladder.0);
    let post = OutgoingMessage::text(text);
    let sent = async {
        let channel = discord.open_dm(role.set_by).await?;
        discord.post(channel, &post, &nonce).await
    };
    sent.await.map_or_else(|error: DiscordError| !error.is_temporary(), |_| true)
}
