//! The games of whoever has opened the frame, each with its board.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use maud::{Markup, html};
use secrecy::ExposeSecret as _;
use serde::Deserialize;

use crate::commands::setup_words::short_kind;
use crate::discord::localization::{Language, localize};
use crate::domain::{GameId, GameSummary, Phase, UserId};
use crate::features::game_list::view::{Group, heading};
use crate::games::Limited;
use crate::web::document::shell;
use crate::web::markup;
use crate::web::problem::PageProblem;
use crate::web::session::language;
use crate::web::site::Site;

/// Games on the page. Those that wait come first.
const MOST: u32 = 50;

#[derive(Debug, Default, Deserialize)]
pub(in crate::web) struct Shown {
    /// Whether others have opened a game that is not shown here.
    #[serde(default)]
    hidden: bool,
}

/// `/activity`
pub(in crate::web) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    shown: Result<Query<Shown>, QueryRejection>,
) -> Response {
    let language = language(&headers);
    let is_hidden = shown.is_ok_and(|Query(shown)| shown.hidden);
    let found = async {
        let user = site.activity_user(&headers).await?.ok_or(PageProblem::NoSession)?;
        Ok::<_, PageProblem>((user, site.app.games.list(user, &[Phase::Playing], MOST).await?))
    };
    match found.await {
        Ok((user, games)) => Html(render(language, user, &games, is_hidden).into_string()).into_response(),
        Err(problem) => problem.page(language),
    }
}

fn render(language: Language, user: UserId, games: &[GameSummary], is_hidden: bool) -> Markup {
    let (waiting, others): (Vec<_>, Vec<_>) = games.iter().partition(|summary| summary.can_move(user));
    let title = localize!(language, "web-your-games");
    let main = html! {
        main.games {
            h1 { (title) }
            @if is_hidden { p { (localize!(language, "web-game-hidden")) } }
            @if waiting.is_empty() { p { (localize!(language, "games-none-wait")) } }
            @for (group, games) in [(Group::Yours, waiting), (Group::Theirs, others)] {
                @if !games.is_empty() {
                    h2 { (heading(language, group).trim_matches('_')) }
                    @for summary in games { (entry(language, summary)) }
                }
            }
        }
    };
    shell(language, &title, &html! { meta name="robots" content="noindex"; }, &main)
}

/// A game with its players, as a button that opens its board.
fn entry(language: Language, summary: &GameSummary) -> Markup {
    let GameSummary { game, seats } = summary;
    let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
    html! {
        form method="post" action={ "/activity/" (game.game_id) } {
            button type="submit" {
                strong { (game.name()) } " " bdi { (names.join(" – ")) }
                span.setup { (short_kind(language, &game.setup)) }
                @if let Some(deadline) = game.turn.deadline_at { span.clock { (markup::relative_time(deadline)) } }
            }
        }
    }
}

/// `/activity/<game>`: gives the browser what it needs for one game, and shows its board.
pub(in crate::web) async fn open(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let opened = async {
        site.check_origin(&headers)?;
        let user = site.activity_user(&headers).await?.ok_or(PageProblem::NoSession)?;
        site.app.games.check_rate(user, Limited::Interactions)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let secret = site.app.games.open_own_game(game, user).await?;
        Ok::<_, PageProblem>((game, site.framed_cookie(game, secret.expose_secret())))
    };
    match opened.await {
        Ok((game, cookie)) => {
            (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, format!("/g/{game}"))]).into_response()
        }
        Err(problem) => problem.page(language(&headers)),
    }
}
