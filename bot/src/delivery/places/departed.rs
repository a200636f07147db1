//! Open challenges whose owners have left their server: nobody would answer a move there, so they are withdrawn. Discord tells
//! a bot without a privileged intent only who is asked for.

use std::sync::atomic::Ordering;

use tracing::info;

use crate::delivery::outbox::Outbox;
use crate::domain::GameId;
use crate::features::seek;
use crate::store::StoreError;

/// Between two looks at a part of them.
const INTERVAL_MS: i64 = 600_000;

/// Owners that are asked for in one look.
const LIMIT: u32 = 50;

/// Withdraws open challenges of people who have left, when it is time to look.
pub(crate) async fn withdraw_seeks(outbox: &Outbox) -> Result<(), StoreError> {
    let (sweep, now) = (&outbox.departed, outbox.app.clock.now());
    if now.0 < sweep.next_at.load(Ordering::Relaxed) {
        return Ok(());
    }
    sweep.next_at.store(now.0 + INTERVAL_MS, Ordering::Relaxed);
    let waiting = outbox.store.waiting_seeks(GameId(sweep.after.load(Ordering::Relaxed)), LIMIT).await?;
    // From the start again after the last one.
    let last = waiting.last().filter(|_| waiting.len() == LIMIT as usize);
    sweep.after.store(last.map_or(i64::MIN, |(game, ..)| game.0), Ordering::Relaxed);
    for (game, guild, owner) in waiting {
        match outbox.discord.member(guild, owner).await {
            Ok(Some(_)) => {}
            Ok(None) => match seek::withdraw_departed(&outbox.app.games, game, owner).await {
                Ok(_) => info!(game.id = %game, "Withdrew open challenge {game}: its owner has left the server"),
                // Accepted or withdrawn meanwhile.
                Err(refused) => info!(game.id = %game, %refused, "Left open challenge {game} as it is: {refused}"),
            },
            // Where the bot is no member it may not ask.
            Err(error) => {
                info!(game.id = %game, %error, "Could not find out whether the owner of {game} is in its server: {error}");
            }
        }
    }
    Ok(())
}
