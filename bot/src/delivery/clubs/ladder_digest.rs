//! Posts what changes on the ladders of a server, and edits the message of the day as more comes.

use std::sync::Arc;

use tracing::{info, warn};

use crate::delivery::report::report;
use crate::discord::{DiscordApi, DiscordError, Language, OutgoingMessage, Remedy};
use crate::domain::clubs::ladder::{ChangeFilter, RecordedChange};
use crate::domain::{DAY_MS, GameId, HOUR_MS, MINUTE_MS, Timestamp};
use crate::features::ladder::digest;
use crate::features::ladder::service::HistoryEntry;
use crate::games::Games;
use crate::store::{LadderDigest, LastChanges, Store, StoreError};

/// Servers whose messages are brought up to date in one round.
const BATCH: u32 = 20;

/// A claim ends after so long: within the few minutes in which Discord knows a nonce.
const LEASE_MS: i64 = MINUTE_MS;

/// Between two edits of a message: Discord takes few of a message that is older than an hour.
const EDIT_PAUSE_MS: i64 = MINUTE_MS;

/// Changes of one ladder that are read: more than a message has room for.
const MOST_CHANGES: u32 = 100;

/// Brings the messages of all servers up to date; gives how many were looked at. A server that cannot be read does not keep the others
/// waiting.
///
/// # Errors
/// When the store is closed; what Discord refuses is noted with the message.
pub async fn post_due(games: &Games, store: &Store, discord: &Arc<dyn DiscordApi>) -> Result<usize, StoreError> {
    let now = games.clock.now();
    let claimed = store.claim_ladder_digests(now, now.plus(LEASE_MS), BATCH).await?;
    for digest in &claimed {
        match bring_up_to_date(store, discord, digest.clone(), now).await {
            Ok(()) => {}
            Err(error) if error.is_final() => return Err(error),
            Err(error) => report("ladder_digest", digest.guild.0, &error),
        }
    }
    Ok(claimed.len())
}

async fn bring_up_to_date(
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    mut digest: LadderDigest,
    now: Timestamp,
) -> Result<(), StoreError> {
    let claim = digest.next_at;
    if now.since(digest.began_at) >= DAY_MS {
        digest = LadderDigest { began_at: now, since: digest.shown.clone(), message: None, ..digest };
        // Before it is posted: after a crash the same nonce finds the message that stands.
        if !store.write_ladder_digest(&digest, claim).await? {
            return Ok(());
        }
    }
    let heads = store.ladders_of(digest.guild).await?;
    let mut changed = Vec::new();
    let shown: LastChanges = heads.iter().map(|head| (head.ladder_id, head.changes)).collect();
    for head in heads {
        let after = digest.since.get(&head.ladder_id).copied().unwrap_or(0);
        if head.changes > after {
            let (above, up_to) = (Some(after), Some(head.changes));
            let filter = ChangeFilter { above, up_to, limit: MOST_CHANGES, ..ChangeFilter::default() };
            let newest = store.ladder_changes(head.ladder_id, filter).await?;
            let games: Vec<GameId> = newest.iter().filter_map(|recorded| recorded.game).collect();
            let counted = store.counted_games(&games).await?;
            let entry = |recorded: RecordedChange| {
                let game = counted.iter().find(|counted| Some(counted.game) == recorded.game).copied();
                HistoryEntry { recorded, game, game_name: None }
            };
            let newest = newest.into_iter().map(entry).collect();
            changed.push(digest::Changes { count: head.changes - after, head, newest });
        }
    }
    let locale = store.guild(digest.guild).await?.locale;
    let language = Language::of(locale.as_deref().unwrap_or("en-US"));
    let post = digest::digest(language, digest.began_at, &changed);
    match send(discord, &digest, &post).await {
        Ok(message) => {
            digest.message = Some(message);
            digest.shown = shown;
            (digest.next_at, digest.problem) = (now.plus(EDIT_PAUSE_MS), None);
        }
        // Somebody has deleted the message: the rest of the day has a new one.
        Err(error) if error.remedy() == Remedy::Gone => {
            info!(guild = digest.guild.0, "The message with the changes of the ladders was deleted; a new one follows");
            digest.message = None;
            digest.since = digest.shown.clone();
            // Discord knows the nonce of the deleted one for some minutes.
            digest.began_at = now;
            // At once. No claim ends at this instant, so none that is over is taken for a new one.
            digest.next_at = Timestamp(0);
        }
        Err(error) if error.is_temporary() => {
            info!(guild = digest.guild.0, %error, "Could not post the changes of the ladders yet: {error}");
            digest.next_at = now.plus(EDIT_PAUSE_MS);
        }
        Err(error) => {
            let (guild, channel) = (digest.guild.0, digest.channel.0);
            if digest.problem.is_none() {
                warn!(event = "ladder_changes_refused", guild, channel, %error, "Discord refuses the changes of the ladders in channel {channel}: {error}");
            }
            (digest.next_at, digest.problem) = (now.plus(HOUR_MS), Some(error.to_string()));
        }
    }
    store.write_ladder_digest(&digest, claim).await.map(drop)
}

/// Posts the message, or edits the one that stands; gives its id.
async fn send(
    discord: &Arc<dyn DiscordApi>,
    digest: &LadderDigest,
    post: &OutgoingMessage,
) -> Result<u64, DiscordError> {
    if let Some(message) = digest.message {
        discord.edit(digest.channel, message, &post.body).await?;
        return Ok(message);
    }
    let nonce = format!("l{:016x}{:08x}", digest.guild.0, digest.began_at.0 / 1000 % (1 << 32));
    discord.post(digest.channel, post, &nonce).await
}
