//! The loop of jobs, the heartbeat of the process, and the loops of posts and watches. They start with the program and
//! stop when asked to.

pub mod heartbeat;
pub mod jobs;

use std::sync::Arc;
use std::time::Duration;

use base::catch_panic::catch_panic;
use discord::DiscordApi;
use games::store::availability::log_failure;
use games::store::{PostGroup, Store, StoreError};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::commands::App;
use crate::delivery::leader_role::give_due;
use crate::delivery::posts::deliver_posts;
use crate::delivery::watches::notify_due_watchers;

/// Runs a round of work; `None` if it failed, which is logged. The next round repeats what is left.
async fn attempt<T>(work: &str, round: impl Future<Output = Result<T, StoreError>>) -> Option<T> {
    let result = catch_panic(round).await.unwrap_or_else(|panic| Err(StoreError::of_panic(panic)));
    result.inspect_err(|error| log_failure(work, error)).ok()
}

/// Limits the share of Discord's rate limit that watchers use.
const WATCHERS_PAUSE: Duration = Duration::from_secs(2);

const LADDERS_PAUSE: Duration = Duration::from_secs(5);

/// Notifies watchers of the games they watch.
pub async fn notify_watchers(app: App, store: Arc<Store>, discord: Arc<dyn DiscordApi>, cancel: CancellationToken) {
    loop {
        attempt("tell watchers", Box::pin(notify_due_watchers(&app, store.as_ref(), &discord))).await;
        if cancel.run_until_cancelled(sleep(WATCHERS_PAUSE)).await.is_none() {
            return;
        }
    }
}

/// Posts about competitions and puzzles where servers want it, and transfers the roles of leaders.
pub async fn announce_competitions(
    app: App,
    store: Arc<Store>,
    discord: Arc<dyn DiscordApi>,
    cancel: CancellationToken,
) {
    loop {
        let post = async |group| {
            attempt("post or edit messages in channels", Box::pin(deliver_posts(&app, &discord, group))).await
        };
        post(PostGroup::Changes).await;
        attempt("hand over the roles of leaders", give_due(&app.games, store.as_ref(), &discord)).await;
        post(PostGroup::Competitions).await;
        post(PostGroup::Puzzles).await;
        if cancel.run_until_cancelled(sleep(LADDERS_PAUSE)).await.is_none() {
            return;
        }
    }
}
