//! Counts the results of rated games soon after they are over.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::catch_panic::catch_panic;
use crate::games::Games;

/// Between two looks when nothing happens: another process may have ended a game.
const TICK: Duration = Duration::from_secs(10);

/// Runs until cancelled. `wake` is told of every commit.
pub async fn run(games: Games, wake: Arc<Notify>, cancel: CancellationToken) {
    loop {
        // Before the look, so that no commit after it is missed.
        let changed = wake.notified();
        let has_failed = match catch_panic(async {
            games.take_back_annulled().await?;
            games.count_results().await
        })
        .await
        {
            Ok(Ok(0)) => false,
            Ok(Ok(_)) if !cancel.is_cancelled() => continue,
            Ok(Ok(_)) => false,
            Ok(Err(error)) => {
                if !error.is_final() {
                    error!(%error, "Could not count results: {error}");
                }
                true
            }
            Err(panic) => {
                error!("Could not count results: {panic}");
                true
            }
        };
        // What fails again and again fills no log.
        let changed = async {
            if has_failed {
                std::future::pending::<()>().await;
            }
            changed.await;
        };
        tokio::select! {
            () = cancel.cancelled() => return,
            () = changed => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}
