//! Personal links from Discord: each signs a person in, once.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, Html, IntoResponse as _, Response};
use games::domain::GameId;
use maud::html;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::json;

use crate::localization::localize;
use crate::views::game_lines::thread_address;
use crate::web::assets;
use crate::web::document::shell;
use crate::web::problem::{PageProblem, WaysBack};
use crate::web::session::{language, session_cookie};
use crate::web::site::Site;
use crate::web::tasks::TaskId;

/// `/open`: previews and scanners request it without using up the link. The secret is after `#`, where only a script
/// reads it.
pub(super) async fn page(headers: HeaderMap) -> Response {
    let language = language(&headers);
    let title = localize!(language, "button-open");
    let head = html! { meta name="robots" content="noindex"; };
    let main = html! {
        main.message #open data-failed=(localize!(language, "web-offline")) {
            h1 aria-live="polite" { (localize!(language, "web-opening")) }
            button type="button" hidden { (localize!(language, "web-retry")) }
            p hidden {
                a data-way="page" { (localize!(language, "web-to-board")) }
                " "
                a data-way="thread" { (localize!(language, "web-to-thread")) }
            }
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

/// Redeems a link: signs its person in, and returns the address of its page. A browser in which they are signed in gets
/// the address again.
pub(super) async fn redeem(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    link: Result<Form<Link>, FormRejection>,
) -> Response {
    let language = language(&headers);
    let used = async {
        let Form(link) = link?;
        site.check_origin(&headers)?;
        // The page of a task stands behind the secret.
        let (code, page) = link.code.split_once('/').unwrap_or((link.code.as_str(), ""));
        let (game, secret) = site.redeem(&headers, code).await?;
        let address = match game {
            Some(game) => format!("/g/{game}"),
            None => page.parse::<TaskId>().map_or_else(|_| "/me".to_owned(), |task| format!("/{task}")),
        };
        Ok::<_, PageProblem>((address, secret))
    };
    match used.await {
        Ok((address, secret)) => {
            // A frame's session must not hide the new one where both are on one site, as without encryption.
            let cookies =
                secret.map(|secret| [site.set_cookie(false, secret.expose_secret()), site.delete_cookie(true)]);
            let cookies = cookies.map(|cookies| AppendHeaders(cookies.map(|cookie| (SET_COOKIE, cookie))));
            (cookies, axum::Json(json!({ "board": address }))).into_response()
        }
        Err(problem) => problem.json(language),
    }
}

impl Site {
    async fn redeem(
        &self,
        headers: &HeaderMap,
        code: &str,
    ) -> Result<(Option<GameId>, Option<SecretString>), PageProblem> {
        let games = &self.app.games;
        if let Some((game, secret)) = games.use_web_link(code, session_cookie(headers)).await? {
            return Ok((game, Some(secret)));
        }
        let Some((game, user)) = games.used_web_link(code).await? else { return Err(PageProblem::LinkUsed(None)) };
        if self.user(headers).await? == Some(user) {
            return Ok((game, None));
        }
        let Some(game) = game else { return Err(PageProblem::LinkUsed(None)) };
        // A person with the link may know the game's address.
        let record = games.record(game).await?;
        let is_public = match &record {
            Some(record) => self.check_visible(record, None).await.is_ok(),
            None => false,
        };
        let ways = WaysBack {
            page: is_public.then(|| format!("/g/{game}")),
            thread: record.and_then(|record| thread_address(&record.game)),
        };
        Err(PageProblem::LinkUsed(Some(ways)))
    }
}
