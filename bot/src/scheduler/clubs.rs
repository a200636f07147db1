//! Ladders learn of their games: what was accepted, ended or not answered changes their tables.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::catch_panic::catch_panic;
use crate::clock::Clock;
use crate::games::Games;

/// Ladders that are brought up to date in one round.
const BATCH: u32 = 50;

/// Between two looks.
const TICK: Duration = Duration::from_secs(3);

/// Runs until cancelled.
pub async fn run(games: Games, clock: std::sync::Arc<dyn Clock>, cancel: CancellationToken) {
    loop {
        let full = match catch_panic(Box::pin(games.follow_games(clock.now(), BATCH))).await {
            Ok(Ok(count)) => count == BATCH as usize,
            Ok(Err(error)) if error.is_final() => false,
            Ok(Err(error)) => {
                error!(%error, "Could not look for ladders: {error}");
                false
            }
            Err(panic) => {
                error!("Could not bring ladders up to date: {panic}");
                false
            }
        };
        // One that fails again and again does not keep the others waiting, nor the processor busy.
        let pause = if full { TICK / 10 } else { TICK };
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}
