//! Playing a move from a browser.

use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Form};
use games::GameError;
use games::domain::BoardRevision;
use games::moves::{PlayMove, play as play_move};
use serde::Deserialize;
use serde_json::json;

use crate::web::game::view::GameQuery;
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Sent {
    turn: String,
    /// The board revision on which the turn was entered.
    revision: i64,
}

/// `/g/<game>/moves`: the use case of `/move`, on the board that the browser showed. A repeated request plays once.
pub(in crate::web) async fn play(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    query: Result<Query<GameQuery>, QueryRejection>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let text = sent.as_ref().map_or_else(|_| String::new(), |Form(sent)| sent.turn.clone());
    let result = site.play((&headers, visitor), &game, sent).await;
    site.answer_typed(
        (&headers, visitor),
        (&game, GameQuery::read_or_default(query)),
        ("turn", text),
        result.map(|notation| json!({ "played": notation })),
    )
    .await
}

impl Site {
    async fn play(
        &self,
        sender: (&HeaderMap, Visitor),
        game: &str,
        sent: Result<Form<Sent>, FormRejection>,
    ) -> Result<String, PageProblem> {
        let (sent, record, user) = self.read_form(sender, game, sent).await?;
        let game = record.game.game_id;
        let refuse = |error| PageProblem::Refused(error, Some(sent.turn.clone()));
        let revision = BoardRevision::try_from(sent.revision).map_err(|_| PageProblem::NotFound)?;
        let request = Self::request(game, user, sent.revision, &sent.turn);
        let play = PlayMove { request, game, user, text: sent.turn.clone(), expected_revision: Some(revision) };
        let move_result = Box::pin(play_move(&self.app.games, play)).await.map_err(refuse)?;
        let record = &move_result.replayed.record;
        let own = record.plies.get(revision.ply as usize).map(|ply| ply.notation.clone());
        own.ok_or_else(|| PageProblem::from(GameError::NoSuchGame))
    }
}
