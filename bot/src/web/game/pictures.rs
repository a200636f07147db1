//! Files of a game: the picture of a position, the animation, the record.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};

use crate::commands::board::message;
use crate::commands::board::pictures::Overlay;
use crate::domain::{GameId, Phase};
use crate::features::history::service::GameHistory;
use crate::features::{export, history};
use crate::games::Limited;
use crate::web::game::view::{GameQuery, GameView, Positions};
use crate::web::problem::PageProblem;
use crate::web::session::reader;
use crate::web::site::Site;

enum File {
    Position(u32),
    Animation,
    Record,
}

impl File {
    fn read(name: &str) -> Option<Self> {
        match name {
            "replay.gif" => Some(Self::Animation),
            "record.txt" => Some(Self::Record),
            name => name.strip_suffix(".png")?.parse().ok().map(Self::Position),
        }
    }
}

/// `/g/<game>/<ply>.png`, `/g/<game>/replay.gif`, `/g/<game>/record.txt`
pub(in crate::web) async fn file(
    State(site): State<Arc<Site>>,
    Path((game, name)): Path<(String, String)>,
    query: Result<Query<GameQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    match site.file(&headers, &game, &name, query).await {
        Ok(response) => response,
        Err(problem) => problem.page(reader(&headers)),
    }
}

/// A file for everybody. It is not kept for long: players hide their names, and servers their games.
pub(in crate::web) fn public_file(kind: &'static str, bytes: Vec<u8>, is_searchable: bool) -> Response {
    let mut response = ([(CONTENT_TYPE, kind)], bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=60"));
    headers.insert(VARY, HeaderValue::from_static("accept-language, cookie"));
    if !is_searchable {
        headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    }
    response
}

impl Site {
    async fn file(
        &self,
        headers: &HeaderMap,
        game: &str,
        name: &str,
        query: Result<Query<GameQuery>, QueryRejection>,
    ) -> Result<Response, PageProblem> {
        let Query(GameQuery { flip, .. }) = query.map_err(|_| PageProblem::NotFound)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let file = File::read(name).ok_or(PageProblem::NotFound)?;
        let (ply, positions) = match file {
            File::Position(ply) => (Some(ply), Positions::Shown),
            File::Animation => (None, Positions::All),
            File::Record => (None, Positions::Shown),
        };
        let view = self.view(headers, game, GameQuery { ply, flip }, positions).await?;
        if let Some(user) = view.user {
            self.app.games.check_rate(user, Limited::Lookups)?;
        }
        let is_over = view.replayed.record.game.phase == Phase::Over;
        let (is_searchable, has_cookie) = (view.is_searchable(), view.user.is_some());
        let (kind, bytes) = match file {
            File::Position(ply) if view.replayed.any_game.ply() == ply => ("image/png", self.position(&view).await?),
            File::Animation if !view.diagrams.is_empty() => {
                let style = (view.viewer.picture_style, view.flip());
                let history = GameHistory { replayed: view.replayed, diagrams: view.diagrams };
                let gif = history::replay::draw(&self.app, view.reader.language, history, style).await?;
                ("image/gif", gif.to_vec())
            }
            File::Record if is_over => {
                ("text/plain; charset=utf-8", export::document(&view.replayed).record().to_string().into_bytes())
            }
            _ => return Err(PageProblem::NotFound),
        };
        let mut response = public_file(kind, bytes, is_searchable);
        // What a cookie opens is nobody else's.
        if has_cookie {
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        Ok(response)
    }

    async fn position(&self, view: &GameView) -> Result<Vec<u8>, PageProblem> {
        let (style, overlay) = (view.viewer.picture_style, Overlay::turned(view.flip()));
        let picture = message::picture(&self.app, view.reader.language, &view.replayed, style, overlay).await?;
        Ok(picture.bytes.to_vec())
    }
}
