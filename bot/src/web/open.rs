//! Personal links from Discord: each signs a person in, once.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, Html, IntoResponse as _, Response};
use axum::{Extension, Form};
use base::clean::clean;
use games::domain::{GameId, UserId};
use games::store::people::web_session::WebLink;
use maud::html;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::json;

use crate::localization::localize;
use crate::views::game_lines::thread_address;
use crate::web::assets;
use crate::web::document::shell;
use crate::web::problem::{PageProblem, WaysBack};
use crate::web::session::{Visitor, session_cookie};
use crate::web::site::Site;
use crate::web::tasks::TaskId;

/// Characters of a name in a question.
const MAX_NAME_LENGTH: usize = 40;

/// `/open`: previews and scanners request it without using up the link. The secret is after `#`, where only a script
/// reads it.
pub(super) async fn page(Extension(Visitor { reader, .. }): Extension<Visitor>) -> Response {
    let language = reader.language;
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
                a data-way="games" { (localize!(language, "web-your-games")) }
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
    /// Whether the link's person takes the place of another one who is signed in.
    #[serde(default)]
    instead: bool,
}

/// Redeems a link: signs its person in, and returns the address of its page. A browser in which they are signed in gets
/// the address again. One in which another person is signed in is asked first.
pub(super) async fn redeem(
    State(site): State<Arc<Site>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    link: Result<Form<Link>, FormRejection>,
) -> Response {
    let used = async {
        let Form(link) = link?;
        site.check_origin(&headers)?;
        // The page of a task stands behind the secret.
        let (code, page) = link.code.split_once('/').unwrap_or((link.code.as_str(), ""));
        let (game, secret) = site.redeem((&headers, visitor), code, link.instead).await?;
        let address = match game {
            Some(game) => format!("/g/{game}"),
            None => page.parse::<TaskId>().map_or_else(|_| "/me".to_owned(), |task| format!("/{task}")),
        };
        Ok::<_, PageProblem>((address, secret))
    };
    match used.await {
        Ok((address, secret)) => {
            let cookies = secret.map(|secret| site.session_cookies(secret.expose_secret()));
            let cookies = cookies.map(|cookies| AppendHeaders(cookies.map(|cookie| (SET_COOKIE, cookie))));
            (cookies, axum::Json(json!({ "board": address }))).into_response()
        }
        Err(problem) => problem.json(visitor.reader.language),
    }
}

impl Site {
    async fn redeem(
        &self,
        (headers, visitor): (&HeaderMap, Visitor),
        code: &str,
        instead: bool,
    ) -> Result<(Option<GameId>, Option<SecretString>), PageProblem> {
        let games = &self.app.games;
        let WebLink { game, user, is_used } = games.web_link(code).await?.ok_or(PageProblem::LinkUsed(None))?;
        if !is_used {
            if let Some(own) = visitor.user.filter(|own| *own != user && !instead) {
                return Err(PageProblem::OtherPerson {
                    own: self.name_of(own).await?,
                    other: self.name_of(user).await?,
                });
            }
            if let Some(secret) = games.use_web_link(code, session_cookie(headers)).await? {
                return Ok((game, Some(secret)));
            }
        }
        if visitor.user == Some(user) {
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
            games: None,
        };
        Err(PageProblem::LinkUsed(Some(ways)))
    }

    async fn name_of(&self, user: UserId) -> Result<Option<String>, PageProblem> {
        let name = self.app.games.store.newest_name_of(user).await?;
        Ok(name.map(|name| clean(&name, MAX_NAME_LENGTH)).filter(|name| !name.is_empty()))
    }
}
