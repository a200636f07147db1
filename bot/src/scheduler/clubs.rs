//! Ladders learn of their games: what was accepted, ended or not answered changes their tables.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::catch_panic::catch_panic;
use crate::clock::Clock;
use crate::features::competition;
use crate::games::Games;
use crate::store::StoreError;
use crate::store::availability::log_failure;

/// Ladders that are brought up to date in one round.
const BATCH: u32 = 50;

/// Between two looks.
const TICK: Duration = Duration::from_secs(3);

/// Runs until cancelled.
pub async fn run(games: Games, clock: Arc<dyn Clock>, downtime: Duration, cancel: CancellationToken) {
    let mut after = None;
    loop {
        let round = async {
            // An outage has to be known first, or a challenge is lost in a time in which nobody could answer.
            if !games.has_recent_beat(clock.now(), downtime).await? {
                return Ok(None);
            }
            Ok::<_, StoreError>(competition::take_in_results(&games, clock.now(), after, BATCH).await?.next)
        };
        after = match catch_panic(Box::pin(round)).await {
            Ok(Ok(next)) => next,
            Ok(Err(error)) => {
                log_failure("look for ladders", &error);
                None
            }
            Err(panic) => {
                error!("Could not bring ladders up to date: {panic}");
                None
            }
        };
        let pause = if after.is_some() { TICK / 10 } else { TICK };
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}
