//! Announces that a season of a ladder is over: one message with its final table, in the channel for the changes of ladders.

use std::sync::Arc;

use tracing::{info, warn};

use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::delivery::report::report;
use crate::discord::api::DiscordApi;
use crate::discord::localization::Language;
use crate::domain::clubs::ladder::stored::EndedSeason;
use crate::domain::{DAY_MS, HOUR_MS, LadderId, MINUTE_MS, Timestamp};
use crate::features::ladder::service::tables;
use crate::features::ladder::{pictures, view};
use crate::games::GameError;
use crate::store::{Store, StoreError};

/// Seasons that are announced in one round.
const BATCH: u32 = 20;

/// A claim ends after so long: within the few minutes in which Discord knows a nonce.
const LEASE_MS: i64 = MINUTE_MS;

/// What a channel refuses is tried again for so long.
const TRIED_FOR_MS: i64 = DAY_MS;

/// Announces the seasons that have ended; gives how many were looked at.
///
/// # Errors
/// When the store is closed; what Discord refuses is logged.
pub async fn post_due(app: &App, store: &Store, discord: &Arc<dyn DiscordApi>) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let claim = now.plus(LEASE_MS);
    let claimed = store.claim_season_posts(now, claim, BATCH).await?;
    for (ladder, season) in &claimed {
        let next = match announce(app, store, discord, *ladder, season, now).await {
            Ok(next) => next,
            Err(error) if error.is_final() => return Err(error),
            // It is tried again when the claim ends.
            Err(error) => {
                report("ladder_season", ladder.0.cast_unsigned(), &error);
                continue;
            }
        };
        store.write_season_post(*ladder, season.number, claim, next).await?;
    }
    Ok(claimed.len())
}

/// Posts the announcement; gives when that is tried again.
async fn announce(
    app: &App,
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    ladder: LadderId,
    season: &EndedSeason,
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let Some(head) = store.ladder_head(ladder).await? else { return Ok(None) };
    let Some(channel) = store.ladder_digest(head.guild_id).await?.map(|digest| digest.channel) else {
        return Ok(None);
    };
    let shown = match tables::show_season(&app.games, ladder, season.number, None).await {
        Ok(shown) => shown,
        Err(GameError::Internal(cause)) => return Err(cause),
        Err(cause) => return Err(StoreError::Database { problem: cause.to_string(), transient: false }),
    };
    let locale = store.guild(head.guild_id).await?.locale;
    let language = Language::of(locale.as_deref().unwrap_or("en-US"));
    let reader = Viewer::everybody(app, Some(head.guild_id)).await;
    let post = pictures::draw_page(app, language, reader, None, &shown.table, view::season(language, &shown)).await;
    let nonce = format!("s{:012x}{:08x}", ladder.0, season.number);
    match discord.post(channel, &post, &nonce).await {
        Ok(_) => Ok(None),
        Err(error) if error.is_temporary() => {
            info!(%ladder, %error, "Could not announce the end of a season yet: {error}");
            Ok(Some(now.plus(MINUTE_MS)))
        }
        Err(error) => {
            let channel = channel.0;
            warn!(event = "season_refused", %ladder, channel, %error, "Discord refuses the end of a season in channel {channel}: {error}");
            Ok(Some(now.plus(HOUR_MS)).filter(|_| now.since(season.span.until) < TRIED_FOR_MS))
        }
    }
}
