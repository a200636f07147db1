//! Posts the daily puzzle where servers want it, once a day, and then says below the last one how many have solved it.

use std::sync::Arc;

use tracing::{info, warn};

use crate::commands::{App, Viewer};
use crate::delivery::report::report;
use crate::discord::{DiscordApi, Language, Remedy};
use crate::domain::{ChannelId, Day, HOUR_MS, MINUTE_MS, Timestamp};
use crate::features::puzzle::service::{puzzle_of, puzzle_of_day};
use crate::features::puzzle::view;
use crate::games::GameError;
use crate::store::{PuzzleChannel, Store, StoreError};

/// Servers that get their message in one round.
const BATCH: u32 = 20;

/// A claim ends after so long: within the few minutes in which Discord knows a nonce.
const LEASE_MS: i64 = MINUTE_MS;

/// Posts the puzzle of today in every channel that does not have it yet; gives how many were looked at. One that cannot be posted does
/// not keep the others waiting.
///
/// # Errors
/// When the store is closed; what Discord refuses is noted with the channel.
pub async fn post_due(app: &App, store: &Store, discord: &Arc<dyn DiscordApi>) -> Result<usize, StoreError> {
    let now = app.clock.now();
    let claimed_until = now.plus(LEASE_MS);
    let claimed = store.claim_puzzle_channels(Day::of(now), now, claimed_until, BATCH).await?;
    for channel in &claimed {
        if app.clock.now() >= claimed_until {
            // Another process may have claimed the rest by now.
            break;
        }
        match post(app, store, discord, channel.clone(), now).await {
            Ok(()) => {}
            Err(error) if error.is_final() => return Err(error),
            Err(error) => report("puzzle_channel", channel.guild.0, &error),
        }
    }
    Ok(claimed.len())
}

async fn post(
    app: &App,
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    last: PuzzleChannel,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (claim, day) = (last.next_at, Day::of(now));
    let puzzle = puzzle_of_day(&app.games, day).await.map_err(|error| match error {
        GameError::Internal(error) => error,
        other => StoreError::Database { problem: other.to_string(), transient: false },
    })?;
    // A later version of the program no longer has it.
    let Some(puzzle) = puzzle else {
        let none = PuzzleChannel { next_at: now.plus(HOUR_MS), ..last };
        return store.write_puzzle_channel(&none, claim).await.map(drop);
    };
    let locale = store.guild(last.guild).await?.locale;
    let language = Language::of(locale.as_deref().unwrap_or("en-US"));
    let viewer = Viewer::of(app, None, Some(last.guild)).await;
    let message = view::post(app, language, &viewer, day, puzzle).await;
    let nonce = nonce(last.channel, day);
    let mut done = last.clone();
    match discord.post(last.channel, &message, &nonce).await {
        Ok(message) => {
            (done.posted_on, done.message, done.problem) = (Some(day), Some(message), None);
            // At once on the next day. No claim ends at this instant, so none that is over is taken for a new one.
            done.next_at = Timestamp(0);
        }
        Err(error) if error.is_temporary() => {
            info!(guild = last.guild.0, %error, "Could not post the daily puzzle yet: {error}");
            done.next_at = now.plus(MINUTE_MS);
        }
        Err(error) => {
            let (guild, channel) = (last.guild.0, last.channel.0);
            if last.problem.is_none() {
                warn!(event = "daily_puzzle_refused", guild, channel, %error, "Discord refuses the daily puzzle in channel {channel}: {error}");
            }
            (done.next_at, done.problem) = (now.plus(HOUR_MS), Some(error.to_string()));
        }
    }
    if store.write_puzzle_channel(&done, claim).await? && done.posted_on == Some(day) {
        tell_solvers(store, discord, language, &last).await?;
    }
    Ok(())
}

/// Names the message of this day in this channel. Discord takes 25 characters.
fn nonce(channel: ChannelId, day: Day) -> String {
    format!("p{:016x}{:06x}", channel.0, day.0 & 0xff_ffff)
}

/// Says below the last message how many have solved its puzzle. What fails is left out: nothing depends on it.
async fn tell_solvers(
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    language: Language,
    last: &PuzzleChannel,
) -> Result<(), StoreError> {
    let (Some(day), Some(message)) = (last.posted_on, last.message) else { return Ok(()) };
    let Some(puzzle) = store.puzzle_of_day(day).await?.and_then(|number| puzzle_of(number.into())) else {
        return Ok(());
    };
    let solvers = store.puzzle_solvers(day).await?;
    let text = view::post_text(language, day, puzzle, Some(solvers));
    match discord.edit(last.channel, message, &text.body).await {
        Err(error) if error.remedy() != Remedy::Gone => {
            info!(guild = last.guild.0, %error, "Could not say how many have solved a daily puzzle: {error}");
        }
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_fits_and_is_another_one_on_each_day() {
        let [one, next] = [20_785, 20_786].map(|day| nonce(ChannelId(u64::MAX), Day(day)));
        assert!(one.len() <= 25 && one != next, "{one} {next}");
    }
}
