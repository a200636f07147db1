//! Conditional moves on the page of a game: what one has decided, and new lines.

use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;

use crate::discord::localization::localize;
use crate::features::conditional_moves::service::{
    self, add_conditional_moves, paths, prepared, remove_conditional_moves, turns_of,
};
use crate::features::conditional_moves::view::describe_lines;
use crate::games::GameError;
use crate::web::game_view::GameView;
use crate::web::markup;
use crate::web::problem::PageProblem;
use crate::web::session::answer_form;
use crate::web::site::Site;

/// Longer than the longest line.
const LONGEST_LINE: usize = 1500;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct Sent {
    /// A new line.
    moves: Option<String>,
    /// The moves of a line that goes. Sent twice, it removes no other one.
    remove: Option<String>,
}

/// The conditional moves of who reads a page.
pub(in crate::web) struct Lines {
    /// Each in words, with its moves.
    lines: Vec<(String, String)>,
    placings: Option<Vec<String>>,
}

/// `/g/<game>/lines`
pub(in crate::web) async fn change(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let changed = site.change_lines(&headers, &game, sent).await;
    answer_form(&headers, &game, changed.map(|()| json!({})))
}

impl Site {
    async fn change_lines(
        &self,
        headers: &HeaderMap,
        game: &str,
        sent: Result<Form<Sent>, FormRejection>,
    ) -> Result<(), PageProblem> {
        let Form(sent) = sent?;
        let (game, user) = self.who_acts(headers, game).await?;
        let games = &self.app.games;
        if let Some(moves) = sent.moves {
            let moves: String = moves.chars().take(LONGEST_LINE).collect();
            add_conditional_moves(games, game, user, &turns_of(&moves)).await?;
        } else if let Some(gone) = sent.remove {
            let known = service::conditional_moves(games, game, user).await?;
            let number = paths(&known.tree).iter().position(|path| path.join(" ") == gone);
            if let Some(number) = number {
                remove_conditional_moves(games, game, user, Some(number + 1)).await?;
            }
        }
        Ok(())
    }

    /// The lines of who reads the page, where they can have any.
    pub(in crate::web) async fn lines(&self, view: &GameView) -> Result<Option<Lines>, GameError> {
        let Some(user) = view.user.filter(|_| view.may_plan()) else { return Ok(None) };
        let tree = service::tree(&self.app.games, &view.replayed, user).await?;
        if let Some(placings) = prepared(&tree) {
            return Ok(Some(Lines { lines: Vec::new(), placings: Some(placings) }));
        }
        let all = paths(&tree);
        let words = describe_lines(view.language, &view.replayed, &all, user)?;
        let lines = words.into_iter().zip(all.iter().map(|path| path.join(" "))).collect();
        Ok(Some(Lines { lines, placings: None }))
    }
}

impl Lines {
    pub(in crate::web) fn render(&self, view: &GameView, base: &str) -> Markup {
        let language = view.language;
        let is_empty = self.lines.is_empty() && self.placings.is_none();
        html! {
            button type="button" data-do="plan" { (localize!(language, "web-plan")) }
            details.lines open[!is_empty] {
                summary { (localize!(language, "button-lines")) }
                @if let Some(placings) = &self.placings {
                    p { (markup::plain(&localize!(language, "entry-prepares", list = placings.join(" ")))) }
                }
                @if !self.lines.is_empty() {
                    ul {
                        @for (words, moves) in &self.lines {
                            li {
                                span { (markup::to_html(words, |_| None)) }
                                form method="post" action={ (base) "/lines" } {
                                    button type="submit" name="remove" value=(moves) { (localize!(language, "web-remove")) }
                                }
                            }
                        }
                    }
                }
                form.typed method="post" action={ (base) "/lines" } {
                    label {
                        (language.localize(if view.is_on_turn() { "web-line-own" } else { "line-form-moves" }, &[])) " "
                        input name="moves" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength=(LONGEST_LINE) required;
                    }
                    button type="submit" { (localize!(language, "web-add")) }
                }
            }
        }
    }
}
