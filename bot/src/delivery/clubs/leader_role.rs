//! Gives the role of a leader to who leads a ladder now, and takes it from who has led it before.

use std::sync::Arc;

use tracing::{info, warn};

use crate::delivery::report::report;
use crate::discord::{DiscordApi, DiscordError, Language, OutgoingMessage, escape_markdown, localize};
use crate::domain::clubs::ladder::StoredLadder;
use crate::domain::{HOUR_MS, MINUTE_MS, Player, Timestamp};
use crate::games::Games;
use crate::store::{LeaderRole, Store, StoreError};

/// Ladders that are looked at in one round.
const BATCH: u32 = 20;

/// Why a step has ended early.
enum Stopped {
    /// Another process works on it, or another role was chosen.
    Overtaken,
    Discord(DiscordError),
    Store(StoreError),
}

/// Looks after the roles of all ladders that have changed; gives how many there were. One that cannot be looked after does not keep the
/// others waiting.
///
/// # Errors
/// When the store is closed; what Discord refuses is noted with the role.
pub async fn give_due(games: &Games, store: &Store, discord: &Arc<dyn DiscordApi>) -> Result<usize, StoreError> {
    let now = games.clock.now();
    let claimed = store.claim_leader_roles(now, now.plus(LeaderRole::LEASE_MS), BATCH).await?;
    for role in &claimed {
        match look_after(games, store, discord, role.clone(), now).await {
            Ok(()) => {}
            Err(error) if error.is_final() => return Err(error),
            Err(error) => report("leader_role", role.ladder.0.cast_unsigned(), &error),
        }
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
    let Some(ladder) = store.ladder(role.ladder).await? else { return Ok(()) };
    let claim = role.next_at;
    match hand_over(store, discord, &mut role, &ladder).await {
        Ok(()) if role.is_ended() => return store.remove_leader_role(&role, claim, None).await.map(drop),
        Ok(()) => {
            role.seen = ladder.head.changes;
            // At once after the next change. No claim ends at this instant, so none that is over is taken for a new one.
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
            // Who has ended it knows that they have to take it themselves.
            if role.is_ended() && role.is_told {
                return store.remove_leader_role(&role, claim, None).await.map(drop);
            }
        }
    }
    store.write_leader_role(&role, claim).await.map(drop)
}

/// Takes the role from one who no longer leads, and gives it to the leader. What is written down is never less than who may have it.
async fn hand_over(
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    role: &mut LeaderRole,
    ladder: &StoredLadder,
) -> Result<(), Stopped> {
    let (guild, claim) = (role.guild, role.next_at);
    let leader = ladder.ladder.table().next().map(|standing| standing.player).filter(|_| !role.is_ended());
    for former in [role.holder, role.given].into_iter().flatten().filter(|former| Some(*former) != leader) {
        match discord.take_role(guild, former, role.role).await {
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
    // Before Discord is asked: a crash after it would leave a role that nobody takes back.
    if !store.write_leader_role(role, claim).await.map_err(Stopped::Store)? {
        return Err(Stopped::Overtaken);
    }
    match discord.give_role(guild, leader, role.role).await {
        Ok(()) => role.holder = Some(leader),
        // Who leads has left the server.
        Err(error) if error.is_not_a_member() => {}
        Err(error) => return Err(Stopped::Discord(error)),
    }
    role.given = None;
    Ok(())
}

/// Tells who has chosen the role that it cannot be given, or taken back; whether there is nothing more to tell.
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
