//! Pages for browsers: public games of servers, and a board to play on.

mod activity;
mod assets;
mod cards;
mod challenge;
mod competitions;
mod document;
mod game;
mod install;
mod limits;
mod lobby;
mod markup;
mod me;
mod members;
mod open;
mod play;
mod problem;
mod session;
mod sign_in;
mod site;
mod tasks;
mod turns;

pub use assets::ROBOTS;
pub(crate) use sign_in::CALLBACK;
pub use site::Logins;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use futures::TryStreamExt as _;
use percent_encoding::percent_decode_str;
use tokio_util::sync::CancellationToken;
use tower_http::compression::CompressionLayer;

use crate::context::App;
use crate::web::game::kept::KeptFiles;
use crate::web::game::live::Live;
use crate::web::limits::{AddressLimits, ClientAddress};
use crate::web::problem::PageProblem;
use crate::web::site::Site;
use crate::web::turns::{Turns, take_turn};

/// Limit of request bodies in bytes: a turn and a few numbers.
const BODY_LIMIT: usize = 16 * 1024;

const READ_LIMIT: Duration = Duration::from_secs(10);

/// The router of all pages below this address, which has no trailing slash. If a proxy names its clients' addresses
/// in a header, each address is limited. Pages stop following their games when `cancel` is cancelled.
pub fn router(
    app: App,
    origin: Arc<str>,
    client_address_header: Option<HeaderName>,
    logins: Option<Logins>,
    cancel: CancellationToken,
) -> Router {
    let live = Live::start(Arc::clone(&app.games.store), cancel);
    let limits = AddressLimits::new(client_address_header);
    let (kept, lobbies, members) = (KeptFiles::new(), lobby::no_lobbies(), members::no_members());
    let site = Arc::new(Site { app, origin, live, limits, kept, lobbies, members, logins });
    // Responses that are already compressed, or streamed, stay as they are.
    let files = Router::new()
        .route("/g/{game}/events", get(game::view::events))
        .route("/me/events", get(me::events))
        .route("/g/{game}/{file}", get(game::pictures::file))
        .route("/t/{event}/standings.png", get(competitions::event::standings))
        .route("/l/{ladder}/table.png", get(competitions::ladder::table_picture));
    Router::new()
        .route("/g/{game}", get(game::page::page))
        .route("/g/{game}/try", get(play::entry::try_turn))
        // Without scripts, a form's refusal is shown at the form's address, so a GET there redirects to the game.
        .route("/g/{game}/moves", post(play::moves::play).get(game::page::redirect))
        .route("/g/{game}/lines", post(play::lines::change).get(game::page::redirect))
        .route("/g/{game}/proposals", post(play::proposals::propose).get(game::page::redirect))
        .route("/g/{game}/review", post(game::review::ask).get(game::page::redirect))
        .route("/g/{game}/fork", post(game::line::begin_fork).get(game::page::redirect))
        .route("/t/{event}", get(competitions::event::page))
        .route("/l/{ladder}", get(competitions::ladder::page))
        .route("/s/{server}", get(lobby::page))
        .route("/s/{server}/{game}", post(lobby::play).get(lobby::redirect))
        .route("/new", get(challenge::page).post(challenge::send))
        .route("/", get(activity::page))
        .route("/me", get(me::page))
        .route("/me/sign-out", post(me::sign_out).get(me::redirect))
        .route("/me/{game}", post(me::answer).get(me::redirect))
        .route("/puzzle", get(tasks::of_today))
        .route("/puzzle/next", get(tasks::next))
        .route("/{kind}/{number}", get(tasks::page))
        .route("/{kind}/{number}/try", get(tasks::try_turn))
        .route("/{kind}/{number}/moves", post(tasks::play).get(tasks::redirect))
        .route("/{kind}/{number}/solution", post(tasks::solution).get(tasks::redirect))
        .route("/activity", post(activity::login::log_in))
        .route("/open", get(open::page).post(open::redeem))
        .route("/sign-in", get(sign_in::begin))
        .route(CALLBACK, get(sign_in::finish))
        .route("/assets/{version}/{name}", get(assets::serve))
        // Not the page of a task.
        .route("/assets/{name}", get(not_found))
        .route("/robots.txt", get(assets::robots))
        .route("/manifest.webmanifest", get(install::manifest))
        .route("/worker.js", get(install::worker))
        .route("/offline", get(install::offline))
        .layer(CompressionLayer::new())
        .merge(files)
        .fallback(not_found)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(middleware::from_fn_with_state(Arc::new(Turns::new()), take_turn))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), members::recognize_member))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), session::read_visitor))
        .layer(middleware::from_fn_with_state(READ_LIMIT, read_body))
        .layer(middleware::from_fn(check_address))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), check_rate))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), add_headers))
        .with_state(site)
}

/// Limits the rate of requests per address.
async fn check_rate(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let address = site.limits.read_client_address(request.headers());
    let Err(wait) = site.limits.take(address) else {
        request.extensions_mut().insert(ClientAddress(address));
        return next.run(request).await;
    };
    session::ask_to_wait(request.headers(), &PageProblem::TooManyRequests, wait)
}

/// Addresses that are not valid UTF-8 have no page.
async fn check_address(request: Request, next: Next) -> Response {
    match percent_decode_str(request.uri().path()).decode_utf8() {
        Ok(_) => next.run(request).await,
        Err(_) => not_found(request.headers().clone()).await,
    }
}

/// Reads the body before anything else, so that slow clients occupy no slot.
async fn read_body(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let reading = async {
        let (mut pieces, mut read) = (body.into_data_stream(), Vec::new());
        // A piece beyond the limit shows that it is too long.
        while read.len() <= BODY_LIMIT
            && let Some(piece) = pieces.try_next().await?
        {
            read.extend_from_slice(&piece);
        }
        Ok::<_, axum::Error>(read)
    };
    match tokio::time::timeout(limit, reading).await {
        Ok(Ok(read)) => next.run(Request::from_parts(parts, Body::from(read))).await,
        Ok(Err(_)) => StatusCode::BAD_REQUEST.into_response(),
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

async fn not_found(headers: HeaderMap) -> Response {
    PageProblem::NotFound.page(session::reader(&headers))
}

/// Only our own files load and run, so injected text cannot load scripts. The permitted framing pages follow.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors";

/// Adds the headers of every response.
async fn add_headers(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    // Every page permits framing by Discord's client: without the cookie of the frame, which browsers send only
    // there, a page can do nothing.
    let ancestors = site.activity().map_or("'none'", |activity| &activity.frame_ancestors);
    let policy = format!("{POLICY} {ancestors}");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // Under `no-referrer`, browsers would send no origin with our forms. To other sites they send none.
    let fixed: [(HeaderName, &'static str); 3] = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    // Responses that may be cached say so themselves.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures::{StreamExt as _, stream};
    use hyper::service::Service as _;
    use hyper_util::service::TowerToHyperService;

    use super::*;

    async fn post_body(body: Body) -> Response {
        let length = async |text: String| text.len().to_string();
        let app = Router::new().route("/", post(length)).layer(DefaultBodyLimit::max(BODY_LIMIT));
        let app =
            TowerToHyperService::new(app.layer(middleware::from_fn_with_state(Duration::from_millis(300), read_body)));
        app.call(Request::post("/").body(body).expect("a request")).await.expect("an answer")
    }

    #[tokio::test]
    async fn a_body_is_not_awaited_for_long_and_read_up_to_a_length() {
        let half = stream::iter([Ok::<_, Infallible>("half of it")]);
        assert_eq!(post_body(Body::from_stream(half.clone())).await.status(), 200);
        assert_eq!(post_body(Body::from_stream(half.chain(stream::pending()))).await.status(), 408);
        let drops = stream::repeat(Ok::<_, Infallible>("x")).then(async |drop| {
            tokio::time::sleep(Duration::from_millis(10)).await;
            drop
        });
        assert_eq!(post_body(Body::from_stream(drops)).await.status(), 408, "drop by drop");
        assert_eq!(post_body(Body::from(vec![b'x'; BODY_LIMIT])).await.status(), 200);
        assert_eq!(post_body(Body::from(vec![b'x'; 10 * BODY_LIMIT])).await.status(), 413);
        let broken = stream::iter([Ok("turn=a1b2"), Err(std::io::Error::other("gone"))]);
        assert_eq!(post_body(Body::from_stream(broken)).await.status(), 400, "half a turn is no turn");
    }
}
