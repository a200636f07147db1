//! Posts the changes of ladders where servers want them, and hands over the roles of leaders.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::catch_panic::catch_panic;
use crate::delivery::clubs::ladder_digest::post_due;
use crate::delivery::clubs::leader_role::give_due;
use crate::discord::api::DiscordApi;
use crate::games::Games;
use crate::store::Store;
use crate::store::availability::log_failure;

/// Between two looks.
const TICK: Duration = Duration::from_secs(5);

/// Runs until cancelled.
pub async fn run(games: Games, store: Arc<dyn Store>, discord: Arc<dyn DiscordApi>, cancel: CancellationToken) {
    loop {
        match catch_panic(post_due(&games, store.as_ref(), &discord)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => log_failure("post the changes of ladders", &error),
            Err(panic) => error!("Could not post the changes of ladders: {panic}"),
        }
        match catch_panic(give_due(&games, store.as_ref(), &discord)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => log_failure("hand over the roles of leaders", &error),
            Err(panic) => error!("Could not hand over the roles of leaders: {panic}"),
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(TICK) => {}
        }
    }
}
