//! Pages for browsers: games of servers that show them, and a board to play on.

mod activity;
mod assets;
mod chart;
mod competitions;
mod document;
mod game_page;
mod game_view;
mod headers;
mod live;
mod markup;
mod names;
mod open;
mod pictures;
mod play;
mod problem;
mod session;
mod site;

pub use activity::Activity;
pub use assets::ROBOTS;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::HeaderMap;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use percent_encoding::percent_decode_str;
use tokio_util::sync::CancellationToken;
use tower_http::compression::CompressionLayer;

use crate::commands::context::App;
use crate::web::live::LiveGames;
use crate::web::problem::PageProblem;
use crate::web::site::Site;

/// Bytes of what a browser sends: a turn and a few numbers.
const BODY_LIMIT: usize = 16 * 1024;

/// All pages below this address, without a slash at its end. Pages stop following their games when `cancel` is cancelled.
pub fn router(app: App, origin: Arc<str>, activity: Option<Activity>, cancel: CancellationToken) -> Router {
    let live = LiveGames::start(app.games.clone(), cancel);
    // Strangers who look at pictures keep nobody in Discord waiting.
    let app = App { pictures: app.pictures.behind_answers(), ..app };
    let site = Arc::new(Site { app, origin, live, activity });
    // What is compressed already, or arrives bit by bit, stays as it is.
    let files = Router::new()
        .route("/g/{game}/events", get(live::events))
        .route("/g/{game}/{file}", get(pictures::file))
        .route("/t/{event}/standings.png", get(competitions::event::standings))
        .route("/l/{ladder}/table.png", get(competitions::ladder::table_picture));
    Router::new()
        .route("/g/{game}", get(game_page::page))
        .route("/g/{game}/try", get(play::entry::try_turn))
        .route("/g/{game}/moves", post(play::moves::play))
        .route("/g/{game}/lines", post(play::lines::change))
        .route("/g/{game}/proposals", post(play::proposals::propose))
        .route("/t/{event}", get(competitions::event::page))
        .route("/l/{ladder}", get(competitions::ladder::page))
        .route("/", get(activity::page))
        .route("/activity", get(activity::games::page).post(activity::login::log_in))
        .route("/activity/{game}", post(activity::games::open))
        .route("/open", get(open::page).post(open::redeem))
        .route("/assets/{version}/{name}", get(assets::serve))
        .route("/robots.txt", get(assets::robots))
        .layer(CompressionLayer::new())
        .merge(files)
        .fallback(not_found)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(middleware::from_fn(check_address))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), headers::add))
        .with_state(site)
}

/// An address that is no text has no page.
async fn check_address(request: Request, next: Next) -> Response {
    match percent_decode_str(request.uri().path()).decode_utf8() {
        Ok(_) => next.run(request).await,
        Err(_) => not_found(request.headers().clone()).await,
    }
}

/// Every other address.
async fn not_found(headers: HeaderMap) -> Response {
    PageProblem::NotFound.page(session::language(&headers))
}
