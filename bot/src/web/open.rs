//! A personal link from Discord: it opens the board of one game, once.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse as _, Response};
use maud::html;
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use serde_json::json;

use crate::discord::localization::localize;
use crate::web::assets;
use crate::web::document::shell;
use crate::web::problem::PageProblem;
use crate::web::session::language;
use crate::web::site::Site;

/// `/open`: previews and scanners read it and use nothing. What proves who comes stands behind `#`, where only a script finds it.
pub(super) async fn page(headers: HeaderMap) -> Response {
    let language = language(&headers);
    let title = localize!(language, "button-open");
    let head = html! { meta name="robots" content="noindex"; };
    let main = html! {
        main.message #open data-failed=(localize!(language, "web-offline")) {
            h1 aria-live="polite" { (localize!(language, "web-opening")) }
            button type="button" hidden { (localize!(language, "web-retry")) }
            noscript { p { (localize!(language, "web-needs-script")) } }
        }
        script type="module" src=(assets::address("open.js")) {}
    };
    Html(shell(language, &title, &head, &main).into_string()).into_response()
}

#[derive(Debug, Deserialize)]
pub(super) struct Link {
    code: String,
}

/// Uses a link: the browser gets a cookie for its game, and the address of the board.
pub(super) async fn redeem(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    link: Result<Form<Link>, FormRejection>,
) -> Response {
    let language = language(&headers);
    let used = async {
        let Form(link) = link?;
        site.check_origin(&headers)?;
        site.app.games.use_web_link(&link.code).await?.ok_or(PageProblem::LinkUsed)
    };
    match used.await {
        Ok((game, secret)) => {
            let cookie = site.set_cookie(game, secret.expose_secret());
            ([(SET_COOKIE, cookie)], axum::Json(json!({ "board": format!("/g/{game}") }))).into_response()
        }
        Err(problem) => problem.json(language),
    }
}
