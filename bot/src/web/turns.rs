//! Limits the share of the machine for pages, so that readers never slow down players in Discord.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_ENCODING;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use base::counted_warning::CountedWarning;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tracing::warn;

use crate::web::CALLBACK;
use crate::web::problem::PageProblem;
use crate::web::session::{ask_to_wait, session_cookie};

/// The longest wait of a request for its turn, and the wait suggested to a browser after that.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// Queues of requests for pages and files, first come, first served.
pub(super) struct Turns {
    strangers: Semaphore,
    /// A queue for people who are signed in, so that they do not wait behind strangers. A forged cookie only
    /// gives access to this queue.
    players: Semaphore,
    /// Animations take seconds and are drawn one at a time; no page waits behind one.
    animations: Semaphore,
    max_wait: Duration,
    refused: CountedWarning,
}

impl Turns {
    /// Strangers get half of the cores.
    pub(super) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self::of(cores.div_ceil(2), MAX_WAIT)
    }

    fn of(at_once: usize, max_wait: Duration) -> Self {
        Self {
            strangers: Semaphore::new(at_once),
            players: Semaphore::new(at_once),
            animations: Semaphore::new(1),
            max_wait,
            refused: CountedWarning::default(),
        }
    }
}

/// Handles a request when its turn has come.
pub(super) async fn take_turn(State(turns): State<Arc<Turns>>, request: Request, next: Next) -> Response {
    // A POST acts for a person, who has limits of their own. It may wait for Discord or the engine, and occupies no
    // slot meanwhile. The form of a challenge and the end of a sign-in wait for Discord, too.
    if request.method() == Method::POST || matches!(request.uri().path(), "/new" | CALLBACK) {
        return next.run(request).await;
    }
    let headers = request.headers();
    let queue = if request.uri().path().ends_with("/replay.gif") {
        &turns.animations
    } else if session_cookie(headers).is_some() {
        &turns.players
    } else {
        &turns.strangers
    };
    let Ok(_turn) = tokio::time::timeout(turns.max_wait, queue.acquire()).await else {
        turns.refused.add(|count| {
            warn!(
                event = "readers_refused",
                count = count.0,
                "Refused a request for a page{count}: more are asked for at once than the bot can make"
            );
        });
        return ask_to_wait(headers, &PageProblem::Busy, MAX_WAIT);
    };
    let (parts, body) = next.run(request).await.into_parts();
    if !parts.headers.contains_key(CONTENT_ENCODING) {
        return Response::from_parts(parts, body);
    }
    // Compression is part of the work, and would otherwise happen while sending.
    let runtime = Handle::current();
    let compressing = spawn_blocking(move || runtime.block_on(to_bytes(body, usize::MAX)));
    match compressing.await {
        Ok(Ok(compressed)) => Response::from_parts(parts, Body::from(compressed)),
        Ok(Err(_)) | Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::header::{COOKIE, RETRY_AFTER};
    use axum::middleware;
    use axum::routing::get;
    use hyper::service::Service as _;
    use hyper_util::service::TowerToHyperService;
    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn who_comes_when_too_many_wait_is_asked_to_come_back_and_players_wait_behind_no_stranger() {
        let (begun, end) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (says, waits) = (Arc::clone(&begun), Arc::clone(&end));
        let slow = get(async move || {
            says.notify_one();
            waits.notified().await;
        });
        let turns = Arc::new(Turns::of(1, Duration::ZERO));
        let others = get(async || "a page").post(async || "a move");
        let app = Router::new().route("/slow", slow).route("/", others.clone()).route("/replay.gif", others);
        let app = TowerToHyperService::new(app.layer(middleware::from_fn_with_state(turns, take_turn)));
        let ask = |method, path: &str, cookie: &str| {
            let request = Request::builder().method(method).uri(path).header(COOKIE, cookie);
            let answer = app.call(request.body(Body::empty()).expect("a request"));
            async { answer.await.expect("an answer") }
        };
        let slow = tokio::spawn(ask(Method::GET, "/slow", "of=a proxy"));
        begun.notified().await;
        let refused = ask(Method::GET, "/", "of=a proxy").await;
        assert_eq!((refused.status().as_u16(), &refused.headers()[RETRY_AFTER]), (503, &"11".parse().expect("text")));
        for cookie in ["a=b; session=any", "__Host-session=any", "activity=any"] {
            assert_eq!(ask(Method::GET, "/", cookie).await.status(), 200, "{cookie}");
        }
        assert_eq!(ask(Method::POST, "/", "").await.status(), 200);
        assert_eq!(ask(Method::GET, "/replay.gif", "").await.status(), 200);
        end.notify_one();
        assert_eq!(slow.await.expect("no panic").status(), 200);
        assert_eq!(ask(Method::GET, "/", "").await.status(), 200, "its turn is over");
    }
}
