//! Files of a game: pictures of positions, the animation, the record.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse as _, Response};
use games::Limited;
use games::domain::{GameId, Phase};

use crate::board::message;
use crate::board::pictures::Overlay;
use crate::features::history::service::GameHistory;
use crate::features::{export, history};
use crate::web::game::view::{GameQuery, GameView, Positions};
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
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
    Extension(visitor): Extension<Visitor>,
) -> Response {
    match site.file(visitor, &game, &name, query).await {
        Ok(response) => response,
        Err(problem) => problem.page(visitor.reader),
    }
}

/// A picture shared by all its readers, however slowly they read it.
pub(in crate::web) fn shared(picture: Arc<Vec<u8>>) -> Bytes {
    struct Shared(Arc<Vec<u8>>);
    impl AsRef<[u8]> for Shared {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    Bytes::from_owner(Shared(picture))
}

/// A public file. It is cached briefly only, because players may hide their names, and servers their games.
pub(in crate::web) fn public_file(kind: &'static str, bytes: Bytes, is_searchable: bool) -> Response {
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
        visitor: Visitor,
        game: &str,
        name: &str,
        query: Result<Query<GameQuery>, QueryRejection>,
    ) -> Result<Response, PageProblem> {
        let Query(GameQuery { flip, .. }) = query.map_err(|_| PageProblem::NotFound)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let file = File::read(name).ok_or(PageProblem::NotFound)?;
        let (kind, ply, positions) = match file {
            File::Position(ply) => ("image/png", Some(ply), Positions::Shown),
            File::Animation => ("image/gif", None, Positions::All),
            File::Record => ("text/plain; charset=utf-8", None, Positions::Shown),
        };
        let query = GameQuery { ply, flip };
        let visible = self.named_game(visitor, game).await?;
        let is_searchable = visible.guild.is_searchable();
        // Animations are large, and cached with the pictures.
        let place =
            if matches!(file, File::Animation) { None } else { visible.place(name, query, self.app.clock.now()) };
        if let Some(bytes) = place.as_ref().and_then(|place| self.kept.find(place)) {
            return Ok(public_file(kind, bytes, is_searchable));
        }
        let view = self.open(visible, query, positions).await?;
        if let Some(user) = view.user {
            self.app.games.check_rate(user, Limited::Lookups)?;
        }
        let is_over = view.replayed.record.game.phase == Phase::Over;
        let has_cookie = view.user.is_some();
        let bytes: Bytes = match file {
            File::Position(ply) if view.replayed.any_game.ply() == ply => self.position(&view).await?,
            File::Animation if !view.diagrams.is_empty() => {
                let style = (view.viewer.picture_style, view.flip());
                let history = GameHistory { replayed: view.replayed, diagrams: view.diagrams };
                let gif = history::replay::draw(&self.app, view.reader.language, history, style).await?;
                shared(gif)
            }
            File::Record if is_over => export::document(&view.replayed).record().to_string().into(),
            _ => return Err(PageProblem::NotFound),
        };
        if let Some(place) = place {
            self.kept.keep(place, bytes.clone());
        }
        let mut response = public_file(kind, bytes, is_searchable);
        // A response that depends on a cookie must not be cached.
        if has_cookie {
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        Ok(response)
    }

    async fn position(&self, view: &GameView) -> Result<Bytes, PageProblem> {
        let (style, overlay) = (view.viewer.picture_style, Overlay::turned(view.flip()));
        let picture = message::picture(&self.app, view.reader.language, &view.replayed, style, overlay).await?;
        Ok(shared(picture.bytes))
    }
}
