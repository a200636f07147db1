//! Conditional moves on the page of a game: existing lines, and new ones.

use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Form};
use games::GameError;
use games::conditional_moves::{
    self, RemovedLines, add_conditional_moves, paths, prepared, remove_conditional_moves, turns_of,
};
use games::domain::ConditionalMovesError;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;

use crate::features::conditional_moves::view::describe_lines;
use crate::localization::localize;
use crate::web::game::view::{GameQuery, GameView};
use crate::web::markup;
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Sent {
    /// A new line.
    moves: Option<String>,
    /// The board revision where it begins.
    revision: Option<i64>,
    /// The moves of a line to remove; empty for all.
    remove: Option<String>,
}

pub(in crate::web) struct Lines {
    /// Each in words, with its moves.
    lines: Vec<(String, String)>,
    placings: Option<Vec<String>>,
}

/// `/g/<game>/lines`
pub(in crate::web) async fn change(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    query: Result<Query<GameQuery>, QueryRejection>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let text = sent.as_ref().ok().and_then(|Form(sent)| sent.moves.clone()).unwrap_or_default();
    let result = site.change_lines((&headers, visitor), &game, sent).await;
    let query = GameQuery::read_or_default(query);
    site.answer_typed((&headers, visitor), (&game, query), ("moves", text), result.map(|()| json!({}))).await
}

impl Site {
    async fn change_lines(
        &self,
        sender: (&HeaderMap, Visitor),
        game: &str,
        sent: Result<Form<Sent>, FormRejection>,
    ) -> Result<(), PageProblem> {
        let (sent, record, user) = self.read_form(sender, game, sent).await?;
        let game = record.game.game_id;
        let games = &self.app.games;
        let result = match sent {
            Sent { moves: Some(moves), revision: Some(revision), remove: None } => {
                let replayed = games.load(game, None).await?;
                if i64::from(replayed.record.game.revision()) != revision {
                    return Err(GameError::Stale(Box::new(replayed)).into());
                }
                add_conditional_moves(games, game, user, &turns_of(&moves)).await
            }
            Sent { moves: None, remove: Some(moves), .. } => {
                let turns = turns_of(&moves);
                let removed = if turns.is_empty() { RemovedLines::All } else { RemovedLines::With(&turns) };
                remove_conditional_moves(games, game, user, removed).await
            }
            _ => return Err(PageProblem::NotFound),
        };
        match result {
            // A repeated request finds nothing to remove.
            Ok(_) | Err(GameError::ConditionalMoves(ConditionalMovesError::None)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The reader's lines, if they can have any.
    pub(in crate::web) async fn lines(&self, view: &GameView) -> Result<Option<Lines>, GameError> {
        let Some(user) = view.user.filter(|_| view.may_plan()) else { return Ok(None) };
        let tree = conditional_moves::tree(&self.app.games, &view.replayed, user).await?;
        if let Some(placings) = prepared(&tree) {
            return Ok(Some(Lines { lines: Vec::new(), placings: Some(placings) }));
        }
        let all = paths(&tree);
        // After a new move there may be none yet; the page is about to reload.
        let words = describe_lines(view.reader.language, &view.replayed, &all, user).unwrap_or_default();
        let lines = words.into_iter().zip(all.iter().map(|path| path.join(" "))).collect();
        Ok(Some(Lines { lines, placings: None }))
    }
}

impl Lines {
    pub(in crate::web) fn render(&self, view: &GameView, action: &str, refusal: Option<&Refusal>) -> Markup {
        let language = view.reader.language;
        let is_empty = self.lines.is_empty() && self.placings.is_none();
        let revision: i64 = view.replayed.record.game.revision().into();
        let is_open = !is_empty || refusal.is_some_and(|refusal| refusal.field == "moves");
        let label = language.localize(if view.is_on_turn() { "web-line-own" } else { "line-form-moves" }, &[]);
        let remove = |moves: &str| {
            html! {
                form method="post" action=(action) {
                    button type="submit" name="remove" value=(moves) { (localize!(language, "web-remove")) }
                }
            }
        };
        html! {
            button type="button" data-do="plan" { (localize!(language, "web-plan")) }
            details.lines open[is_open] {
                summary { (localize!(language, "button-lines")) }
                @if let Some(placings) = &self.placings {
                    p { (localize!(language, "web-prepares", list = placings.join(" "))) }
                    (remove(""))
                }
                @if !self.lines.is_empty() {
                    ul {
                        @for (words, moves) in &self.lines {
                            li {
                                span { (markup::to_html(words, |_| None)) }
                                (remove(moves))
                            }
                        }
                    }
                }
                form.typed method="post" action=(action) {
                    (field("moves", &label, None, refusal))
                    input type="hidden" name="revision" value=(revision);
                    button type="submit" { (localize!(language, "web-add")) }
                }
            }
        }
    }
}

/// Refused input of a field, and the reason.
pub(in crate::web) struct Refusal {
    pub(in crate::web) field: &'static str,
    pub(in crate::web) text: String,
    pub(in crate::web) sentence: String,
}

/// A field for moves with this text, or with refused input and its problem.
pub(in crate::web) fn field(name: &'static str, label: &str, text: Option<&str>, refusal: Option<&Refusal>) -> Markup {
    let refusal = refusal.filter(|refusal| refusal.field == name);
    let text = refusal.map(|refusal| &*refusal.text).or(text);
    let problem = format!("problem-{name}");
    html! {
        label {
            (label) " "
            input name=(name) value=[text] aria-describedby=(problem) aria-invalid=[refusal.map(|_| "true")] autofocus[refusal.is_some()]
                autocomplete="off" autocapitalize="off" spellcheck="false" required;
        }
        p.problem id=(problem) role="alert" { @if let Some(refusal) = refusal { (refusal.sentence) } }
    }
}
