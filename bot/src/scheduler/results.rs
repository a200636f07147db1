//! Counts the results of rated games soon after they are over.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::games::Games;

/// Between two looks when nothing happens: another process may have ended a game.
const TICK: Duration = Duration::from_secs(10);

/// Runs until cancelled. `wake` is told of every commit.
pub async fn run(games: Games, wake: Arc<Notify>, cancel: CancellationToken) {
    loop {
        // Before the look, so that no commit after it is missed.
        let changed = wake.notified();
        match games.count_results().await {
            Ok(0) => {}
            Ok(_) if !cancel.is_cancelled() => continue,
            Ok(_) => {}
            Err(error) if error.is_final() => {}
            Err(error) => error!(%error, "Could not count results: {error}"),
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = changed => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}
