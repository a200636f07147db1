//! Pages for browsers: games of servers that show them, and a board to play on.

mod assets;
mod document;
mod entry;
mod game_page;
mod game_view;
mod headers;
mod live;
mod moves;
mod open;
mod pictures;
mod problem;
mod session;
mod site;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use tokio_util::sync::CancellationToken;
use tower_http::compression::CompressionLayer;

use crate::commands::context::App;
use crate::web::live::LiveGames;
use crate::web::site::Site;

/// Bytes of what a browser sends: a turn and a few numbers.
const BODY_LIMIT: usize = 16 * 1024;

/// All pages below this address, without a slash at its end. When it is cancelled, pages that follow a game are left alone.
pub fn router(app: App, origin: Arc<str>, cancel: CancellationToken) -> Router {
    let live = LiveGames::start(app.games.clone(), cancel);
    let site = Arc::new(Site { app, origin, live });
    // What is compressed already, or arrives bit by bit, stays as it is.
    let files =
        Router::new().route("/g/{game}/events", get(live::events)).route("/g/{game}/{file}", get(pictures::file));
    Router::new()
        .route("/g/{game}", get(game_page::page))
        .route("/g/{game}/try", get(entry::try_turn))
        .route("/g/{game}/moves", post(moves::play))
        .route("/open", get(open::page).post(open::redeem))
        .route("/assets/{version}/{name}", get(assets::serve))
        .route("/robots.txt", get(assets::robots))
        .layer(CompressionLayer::new())
        .merge(files)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(middleware::from_fn(headers::add))
        .with_state(site)
}
