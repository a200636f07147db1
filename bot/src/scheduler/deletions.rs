//! Deletes the data of those who want it.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::catch_panic::catch_panic;
use crate::features::privacy::service::deletion;
use crate::games::Games;
use crate::store::availability::log_failure;

/// Between two looks.
const TICK: Duration = Duration::from_secs(3);

/// Runs until cancelled.
pub async fn run(games: Games, cancel: CancellationToken) {
    loop {
        match catch_panic(Box::pin(deletion::carry_out_deletions(&games))).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => log_failure("look for data to be deleted", &error),
            Err(panic) => error!("Could not delete the data of users: {panic}"),
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(TICK) => {}
        }
    }
}
