//! Counts finished games soon after they are over: those that are rated in the ratings, all of them in the statistics.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::features::ratings::service as ratings;
use crate::features::{organize, statistics};
use crate::games::Games;
use crate::scheduler::attempt;
use crate::store::StoreError;

/// Between two looks when nothing happens: another process may have ended a game.
const TICK: Duration = Duration::from_secs(10);

/// At least so much between two looks: every commit wakes this loop, and most end no game.
const PAUSE: Duration = Duration::from_millis(250);

async fn count(games: &Games) -> Result<bool, StoreError> {
    let rated = ratings::count_results(games).await?;
    let tallied = statistics::tally_games(games).await?;
    statistics::untally_annulled(games).await?;
    // Last, so that no failure of it stops the others.
    match organize::take_back_annulled(games).await {
        // They are still there at the next look.
        Ok(_) | Err(StoreError::Replacing) => {}
        Err(problem) => return Err(problem),
    }
    Ok(rated + tallied > 0)
}

/// Runs until cancelled. `wake` is told of every commit.
pub async fn run(games: Games, wake: Arc<Notify>, cancel: CancellationToken) {
    loop {
        // Before the look, so that no commit after it is missed.
        let changed = wake.notified();
        let counted = attempt("count results", count(&games)).await;
        if counted == Some(true) && !cancel.is_cancelled() {
            continue;
        }
        // What fails again and again fills no log.
        let changed = async {
            if counted.is_none() {
                std::future::pending::<()>().await;
            }
            tokio::join!(changed, tokio::time::sleep(PAUSE));
        };
        tokio::select! {
            () = cancel.cancelled() => return,
            () = changed => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}
