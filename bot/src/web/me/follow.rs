//! Live updates of the list of a person's games.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures::future::select_all;
use futures::{FutureExt as _, StreamExt as _};
use games::domain::{GameSummary, Phase, UserId};
use serde::Deserialize;

use crate::web::limits::ClientAddress;
use crate::web::me::LISTED;
use crate::web::problem::PageProblem;
use crate::web::session::reader;
use crate::web::site::Site;

/// The longest wait until new challenges and games are noticed.
const INTERVAL: Duration = Duration::from_secs(30);

/// The shortest time between two looks at the list.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Debug, Deserialize)]
pub(in crate::web) struct FollowQuery {
    /// The state of the list that the page shows.
    seen: i64,
}

/// A hash of the games and their versions, in any order.
pub(super) fn state_of(games: &[GameSummary]) -> i64 {
    // Multiplied by an odd number, ids of 45 bits spread over all bits.
    let each = games.iter().map(|summary| {
        let mixed = summary.game.game_id.0.wrapping_mul(0x1E37_79B9_7F4A_7C15) ^ summary.game.version;
        mixed.wrapping_mul(0x3F58_476D_1CE4_E5B9)
    });
    each.fold(0, i64::wrapping_add)
}

/// `/me/events`: one event when the list is no longer what the page shows.
pub(in crate::web) async fn events(
    State(site): State<Arc<Site>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    query: Result<Query<FollowQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let result = async {
        let Query(FollowQuery { seen }) = query.map_err(|_| PageProblem::NotFound)?;
        let user = site.user(&headers).await?.ok_or(PageProblem::NoSession)?;
        let place = site.limits.follow(address)?;
        Ok::<_, PageProblem>((user, seen, place))
    };
    match result.await {
        Ok((user, seen, place)) => {
            let change = Arc::clone(&site).wait_for_change(user, seen).map(move |()| {
                drop(place);
                Ok::<_, Infallible>(Event::default().event("change").data("1"))
            });
            let cancelled = site.live.cancel.clone().cancelled_owned();
            Sse::new(change.into_stream().take_until(cancelled)).keep_alive(KeepAlive::new()).into_response()
        }
        Err(problem) => problem.page(reader(&headers)),
    }
}

impl Site {
    /// Returns once the games of this person are in another state than the one seen.
    async fn wait_for_change(self: Arc<Self>, user: UserId, seen: i64) {
        loop {
            // What cannot be read now is read again.
            if let Ok(games) = self.app.games.games_of(user, LISTED, u32::MAX).await {
                if state_of(&games) != seen {
                    return;
                }
                let playing = games.iter().filter(|summary| summary.game.phase == Phase::Playing);
                let mut followed: Vec<_> =
                    playing.map(|summary| self.live.follow(summary.game.game_id, summary.game.version)).collect();
                if !followed.is_empty() {
                    let changes = select_all(followed.iter_mut().map(|game| game.changed().boxed()));
                    let _ = tokio::time::timeout(INTERVAL, changes).await;
                    // A version that was read before the list looks like a change.
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }
}
