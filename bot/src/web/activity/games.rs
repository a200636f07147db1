//! The games of the person in the frame, each with its board.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use games::Limited;
use games::domain::{GameId, GameSummary, Phase, UserId, Vacation};
use maud::{Markup, html};
use secrecy::ExposeSecret as _;
use serde::Deserialize;

use crate::board::message::deadline_text;
use crate::commands::setup_words::short_kind;
use crate::features::game_list::service::{Group, group_of, pause_of};
use crate::features::game_list::view;
use crate::localization::{Language, localize};
use crate::views::game_lines::open_question;
use crate::web::document::shell;
use crate::web::markup;
use crate::web::problem::PageProblem;
use crate::web::session::{language, reader};
use crate::web::site::Site;

#[derive(Debug, Default, Deserialize)]
pub(in crate::web) struct GamesQuery {
    /// Whether others have opened a game that is not shown here.
    #[serde(default)]
    hidden: bool,
}

/// `/activity`
pub(in crate::web) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    query: Result<Query<GamesQuery>, QueryRejection>,
) -> Response {
    let language = language(&headers);
    let is_hidden = query.is_ok_and(|Query(query)| query.hidden);
    let found = async {
        let user = site.activity_user(&headers).await?.ok_or(PageProblem::NoSession)?;
        let games = site.app.games.list(user, &[Phase::Playing], u32::MAX).await?;
        let vacations = site.app.games.on_vacation_around(user, site.app.clock.now()).await?;
        Ok::<_, PageProblem>(render(language, &GameList { user, games, vacations }, is_hidden))
    };
    match found.await {
        Ok(page) => Html(page.into_string()).into_response(),
        Err(problem) => problem.page(reader(&headers)),
    }
}

/// A person's games, and their current vacations.
struct GameList {
    user: UserId,
    games: Vec<GameSummary>,
    vacations: Vec<Vacation>,
}

fn render(language: Language, list: &GameList, is_hidden: bool) -> Markup {
    let mut groups: BTreeMap<Group, Vec<&GameSummary>> = BTreeMap::new();
    for summary in &list.games {
        groups.entry(group_of(summary, list.user, &list.vacations)).or_default().push(summary);
    }
    let title = localize!(language, "web-your-games");
    let main = html! {
        main.games {
            h1 { (title) }
            @if is_hidden { p { (localize!(language, "web-game-hidden")) } }
            @if !groups.contains_key(&Group::Yours) { p { (localize!(language, "games-none-wait")) } }
            @for (group, games) in groups {
                h2 { (markup::plain(&view::heading(language, group))) }
                @for summary in games { (entry(language, list, summary)) }
            }
        }
    };
    shell(language, &title, &html! { meta name="robots" content="noindex"; }, &main)
}

/// A game with its players, as a button that opens its board.
fn entry(language: Language, list: &GameList, summary: &GameSummary) -> Markup {
    let GameSummary { game, seats } = summary;
    let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
    let say = |text: &str| markup::to_html(text, markup::names_in(seats));
    let pause = pause_of(summary, &list.vacations);
    html! {
        form method="post" action={ "/activity/" (game.game_id) } {
            button type="submit" {
                strong { (game.name()) } " " bdi { (names.join(" – ")) }
                span.setup { (short_kind(language, &game.setup)) }
                @for asked in summary.open_questions(list.user) { span { (say(&open_question(language, asked))) } }
                @if let Some(pause) = pause { span.clock { (say(&view::paused(language, pause))) } }
                @else if let Some(deadline) = deadline_text(language, game, "games-deadline") { span.clock { (say(&deadline)) } }
            }
        }
    }
}

/// `/activity/<game>`: sets the browser's cookie for one game, and shows its board.
pub(in crate::web) async fn open(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let result = async {
        site.check_origin(&headers)?;
        let user = site.activity_user(&headers).await?.ok_or(PageProblem::NoSession)?;
        site.app.games.check_rate(user, Limited::Interactions)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let secret = site.app.games.open_own_game(game, user).await?;
        Ok::<_, PageProblem>((game, site.framed_cookie(game, secret.expose_secret())))
    };
    match result.await {
        Ok((game, cookie)) => {
            (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, format!("/g/{game}"))]).into_response()
        }
        Err(problem) => problem.page(reader(&headers)),
    }
}
