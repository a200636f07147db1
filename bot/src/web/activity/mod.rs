//! Boards inside Discord: the pages in the frame of an Activity. Discord's client opens the frame through a proxy of
//! Discord's and names the person, which our server verifies with Discord.

pub(super) mod login;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse as _, Response};
use maud::html;
use serde::Deserialize;

use crate::localization::localize;
use crate::web::assets;
use crate::web::document::shell;
use crate::web::problem::PageProblem;
use crate::web::session::{language, reader};
use crate::web::site::Site;

/// The query that Discord's client appends to the address of the frame.
#[derive(Debug, Deserialize)]
pub(super) struct LaunchQuery {
    #[serde(rename = "frame_id")]
    _id: String,
    #[serde(rename = "instance_id")]
    _instance: String,
}

/// `/` in a frame of Discord's client: a script requests a code from the client and logs in with it.
pub(super) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    query: Result<Query<LaunchQuery>, QueryRejection>,
) -> Response {
    let language = language(&headers);
    let Some((activity, logins)) = site.activity().zip(site.logins.as_ref()).filter(|_| query.is_ok()) else {
        return PageProblem::NotFound.page(reader(&headers));
    };
    let title = localize!(language, "button-open");
    let head = html! { meta name="robots" content="noindex"; };
    let main = html! {
        main.message #activity data-client=(logins.client_id) data-hosts=(activity.frame_ancestors)
            data-failed=(localize!(language, "web-offline")) data-unconfirmed=(localize!(language, "web-unconfirmed"))
            data-declined=(localize!(language, "web-declined")) data-cookies=(localize!(language, "web-no-cookies")) {
            h1 aria-live="polite" { (localize!(language, "web-opening")) }
            button type="button" hidden { (localize!(language, "web-retry")) }
            noscript { p { (localize!(language, "web-needs-script")) } }
        }
        script type="module" src=(assets::address("activity.js")) {}
    };
    Html(shell(language, &title, &head, &main).into_string()).into_response()
}
