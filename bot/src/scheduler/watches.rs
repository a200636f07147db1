//! Tells watchers of the games that they follow.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::catch_panic::catch_panic;
use crate::commands::context::App;
use crate::delivery::watches::tell_due;
use crate::discord::api::DiscordApi;
use crate::store::Store;
use crate::store::availability::log_failure;

/// Between two rounds. It bounds how much of what Discord takes goes to watchers.
const TICK: Duration = Duration::from_secs(2);

/// Runs until cancelled.
pub async fn run(app: App, store: Arc<dyn Store>, discord: Arc<dyn DiscordApi>, cancel: CancellationToken) {
    loop {
        match catch_panic(Box::pin(tell_due(&app, store.as_ref(), &discord))).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => log_failure("tell watchers", &error),
            Err(panic) => error!("Could not tell watchers: {panic}"),
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(TICK) => {}
        }
    }
}
