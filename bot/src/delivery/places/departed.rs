//! Withdraws open challenges whose owners have left their server, because nobody would answer a move there. Without a
//! privileged intent, a bot can only ask Discord about single members.

use std::sync::atomic::Ordering;

use games::domain::GameId;
use games::seeks;
use games::store::StoreError;
use tracing::info;

use crate::delivery::outbox::Outbox;

/// Time between two checks of a part of them.
const INTERVAL_MS: i64 = 600_000;

/// Owners checked at a time.
const LIMIT: u32 = 50;

/// Withdraws open challenges of people who have left, if a check is due.
pub(crate) async fn withdraw_seeks(outbox: &Outbox) -> Result<(), StoreError> {
    let (sweep, now) = (&outbox.departed, outbox.app.clock.now());
    if now.0 < sweep.next_at.load(Ordering::Relaxed) {
        return Ok(());
    }
    sweep.next_at.store(now.0 + INTERVAL_MS, Ordering::Relaxed);
    let waiting = outbox.store.waiting_seeks(GameId(sweep.after.load(Ordering::Relaxed)), LIMIT).await?;
    // Starts over after the last one.
    let last = waiting.last().filter(|_| waiting.len() == LIMIT as usize);
    sweep.after.store(last.map_or(i64::MIN, |(game, ..)| game.0), Ordering::Relaxed);
    for (game, guild, owner) in waiting {
        match outbox.discord.member(guild, owner).await {
            Ok(Some(_)) => {}
            Ok(None) => match seeks::withdraw_departed(&outbox.app.games, game, owner).await {
                Ok(_) => info!(game.id = %game, "Withdrew open challenge {game}: its owner has left the server"),
                // Accepted or withdrawn meanwhile.
                Err(refused) => info!(game.id = %game, %refused, "Left open challenge {game} as it is: {refused}"),
            },
            // The bot may not ask about servers that it is no member of.
            Err(error) => {
                info!(game.id = %game, %error, "Could not find out whether the owner of {game} is in its server: {error}");
            }
        }
    }
    Ok(())
}
