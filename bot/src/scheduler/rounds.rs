//! Loops that look for work after each pause, until they are cancelled.

use std::sync::Arc;
use std::time::Duration;

use discord::DiscordApi;
use games::store::{PostGroup, Store};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::commands::App;
use crate::delivery::leader_role::give_due;
use crate::delivery::posts::deliver_posts;
use crate::delivery::watches::notify_due_watchers;
use crate::scheduler::attempt;

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
