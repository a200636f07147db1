//! The messages of tournaments in their channels: the card, and one for each round. Each is edited as the tournament goes on.

use std::sync::Arc;

use tracing::{info, warn};

use crate::delivery::report::report;
use crate::discord::api::DiscordApi;
use crate::discord::error::{DiscordError, Remedy};
use crate::discord::localization::Language;
use crate::discord::message::OutgoingMessage;
use crate::domain::clubs::tournament::stored::{PostPart, StoredTournament};
use crate::domain::{HOUR_MS, MINUTE_MS, Timestamp};
use crate::features::tournament::{posts, service, view};
use crate::games::{GameError, Games};
use crate::store::clubs::tournament::TournamentPost;
use crate::store::{Store, StoreError};

/// Messages that are brought up to date in one round.
const BATCH: u32 = 20;

/// A claim ends after so long: within the few minutes in which Discord knows a nonce.
const LEASE_MS: i64 = MINUTE_MS;

/// Between two edits of a message.
const EDIT_PAUSE_MS: i64 = 15_000;

/// Brings the messages of all tournaments up to date; gives how many were looked at.
///
/// # Errors
/// When the store is closed; what Discord refuses is noted with the message.
pub async fn post_due(games: &Games, store: &Store, discord: &Arc<dyn DiscordApi>) -> Result<usize, StoreError> {
    let now = games.clock.now();
    let claimed = store.claim_tournament_posts(now, now.plus(LEASE_MS), BATCH).await?;
    for post in &claimed {
        match bring_up_to_date(games, store, discord, post.clone(), now).await {
            Ok(()) => {}
            Err(error) if error.is_final() => return Err(error),
            Err(error) => report("tournament_post", post.tournament_id.0.cast_unsigned(), &error),
        }
    }
    Ok(claimed.len())
}

async fn bring_up_to_date(
    games: &Games,
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    mut post: TournamentPost,
    now: Timestamp,
) -> Result<(), StoreError> {
    let claim = post.next_at;
    let Some(stored) = store.tournament(post.tournament_id).await? else { return Ok(()) };
    let message = match render(games, store, &stored, post.part).await {
        Ok(message) => message,
        Err(GameError::Internal(cause)) => return Err(cause),
        Err(cause) => return Err(StoreError::Database { problem: cause.to_string(), transient: false }),
    };
    match send(discord, &stored, &post, &message).await {
        Ok(id) => {
            post.message_id = Some(id);
            post.shown = stored.version;
            (post.next_at, post.problem) = (now.plus(EDIT_PAUSE_MS), None);
            if post.part.is_posted_once() {
                post.shown = i64::MAX;
            }
        }
        // Somebody has deleted the message: another one follows, which has another nonce.
        Err(error) if error.remedy() == Remedy::Gone && post.message_id.is_some() => {
            info!(tournament = %stored.tournament_id, "A message of a tournament was deleted; a new one follows");
            (post.message_id, post.shown) = (None, stored.version - 1);
            post.next_at = Timestamp(0);
        }
        Err(error) if error.is_temporary() => {
            info!(tournament = %stored.tournament_id, %error, "Could not post about a tournament yet: {error}");
            post.next_at = now.plus(MINUTE_MS);
        }
        Err(error) => {
            if post.problem.is_none() {
                let channel = stored.channel_id.0;
                warn!(event = "tournament_post_refused", tournament = %stored.tournament_id, channel, %error, "Discord refuses a message of tournament {} in channel {channel}: {error}", stored.tournament_id);
            }
            (post.next_at, post.problem) = (now.plus(HOUR_MS), Some(error.to_string()));
        }
    }
    store.write_tournament_post(&post, claim).await
}

async fn render(
    games: &Games,
    store: &Store,
    stored: &StoredTournament,
    part: PostPart,
) -> Result<OutgoingMessage, GameError> {
    let locale = store.guild(stored.guild_id).await?.locale;
    let language = Language::of(locale.as_deref().unwrap_or("en-US"));
    let round = match part {
        PostPart::Card => return Ok(view::card(language, stored, None, false)),
        PostPart::Call => return Ok(posts::call(language, stored)),
        PostPart::Round(round) | PostPart::Undecided(round) => round,
        PostPart::Summary(_) => stored.tournament.current_round(),
    };
    let open = service::games_of_round(games, stored, round).await?;
    Ok(match part {
        PostPart::Undecided(_) => posts::undecided(language, stored, round, &open),
        PostPart::Summary(week) => posts::summary(language, stored, week, &open),
        PostPart::Card | PostPart::Call | PostPart::Round(_) => view::pairings(language, stored, round, &open),
    })
}

/// Posts the message, or edits the one that stands; gives its id.
async fn send(
    discord: &Arc<dyn DiscordApi>,
    stored: &StoredTournament,
    post: &TournamentPost,
    message: &OutgoingMessage,
) -> Result<u64, DiscordError> {
    if let Some(id) = post.message_id {
        discord.edit(stored.channel_id, id, &message.body).await?;
        return Ok(id);
    }
    let tries = (post.shown + 1).cast_unsigned() & 0xffff;
    let nonce = format!("e{:012x}{:04x}{tries:04x}", post.tournament_id.0, post.part.number() & 0xffff);
    discord.post(stored.channel_id, message, &nonce).await
}
