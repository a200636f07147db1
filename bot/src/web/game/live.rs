//! Live updates: the page of a running game is notified of changes.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use base::counted_warning::CountedWarning;
use futures::{Stream, StreamExt as _};
use games::Games;
use games::domain::GameId;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::web::limits::ClientAddress;
use crate::web::problem::PageProblem;
use crate::web::session::reader;
use crate::web::site::Site;

/// Interval of the query for the versions of all followed games.
const INTERVAL: Duration = Duration::from_secs(1);

type Followed = Arc<Mutex<HashMap<GameId, watch::Sender<i64>>>>;

/// The followed games, with the last known version of each.
pub(in crate::web) struct LiveGames {
    followed: Followed,
    cancel: CancellationToken,
}

impl LiveGames {
    /// Follows games until cancelled.
    pub(in crate::web) fn start(games: Games, cancel: CancellationToken) -> Self {
        let followed = Followed::default();
        let (reading, failed) = (Arc::clone(&followed), CountedWarning::default());
        let reads = async move {
            loop {
                tokio::time::sleep(INTERVAL).await;
                read_versions(&games, &reading, &failed).await;
            }
        };
        let cancelled = cancel.clone();
        tokio::spawn(async move { cancelled.run_until_cancelled(reads).await });
        Self { followed, cancel }
    }

    /// The versions of a game that come after this one.
    fn follow(&self, game: GameId, version: i64) -> watch::Receiver<i64> {
        let mut followed = lock(&self.followed);
        let mut receiver = followed.entry(game).or_insert_with(|| watch::Sender::new(version)).subscribe();
        // It may have been read after the page.
        if *receiver.borrow() != version {
            receiver.mark_changed();
        }
        receiver
    }
}

async fn read_versions(games: &Games, followed: &Followed, failed: &CountedWarning) {
    let ids: Vec<GameId> = {
        let mut followed = lock(followed);
        followed.retain(|_, version| version.receiver_count() > 0);
        followed.keys().copied().collect()
    };
    if ids.is_empty() {
        return;
    }
    match games.versions_of(&ids).await {
        Ok(versions) => {
            let followed = lock(followed);
            for (game, version) in versions {
                if let Some(sender) = followed.get(&game) {
                    sender.send_if_modified(|known| std::mem::replace(known, version) != version);
                }
            }
        }
        Err(error) => failed.add(move |count| {
            warn!(event = "games_not_followed", count = count.0, %error, "Could not read which games have changed{count}: {error}");
        }),
    }
}

fn lock(followed: &Followed) -> MutexGuard<'_, HashMap<GameId, watch::Sender<i64>>> {
    followed.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `/g/<game>/events`: the version of the game after each change. A reconnecting page names the last version that it
/// has seen.
pub(in crate::web) async fn events(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
) -> Response {
    match site.follow(&headers, &game, address).await {
        Ok(versions) => Sse::new(versions).keep_alive(KeepAlive::new()).into_response(),
        Err(problem) => problem.page(reader(&headers)),
    }
}

impl Site {
    async fn follow(
        &self,
        headers: &HeaderMap,
        game: &str,
        address: Option<IpAddr>,
    ) -> Result<impl Stream<Item = Result<Event, Infallible>> + use<>, PageProblem> {
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let version = self.visible_game(headers, game).await?.record.game.version;
        let last_seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
        let place = self.limits.follow(address)?;
        let receiver = self.live.follow(game, version);
        // Sent at once if the page has seen another version.
        let first = last_seen.is_none_or(|seen: i64| seen != version).then_some(version);
        let cancelled = self.live.cancel.clone().cancelled_owned();
        let versions = futures::stream::unfold((first, receiver, place), |(first, mut receiver, place)| async move {
            let version = if let Some(version) = first {
                version
            } else {
                receiver.changed().await.ok()?;
                *receiver.borrow_and_update()
            };
            let event = Event::default().id(version.to_string()).event("version").data(version.to_string());
            Some((Ok(event), (None, receiver, place)))
        });
        Ok(versions.take_until(cancelled))
    }
}
