//! Boards inside Discord: the pages in the frame of an Activity. Discord's client opens the frame through a proxy of Discord's, and says
//! who looks; our server asks Discord itself whether that is so.

pub(super) mod games;
pub(super) mod login;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse as _, Response};
use maud::html;
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::discord::api::ActivityApi;
use crate::discord::localization::localize;
use crate::web::assets;
use crate::web::document::shell;
use crate::web::problem::PageProblem;
use crate::web::session::language;
use crate::web::site::Site;

/// Where Discord's own client is.
const CLIENTS: [&str; 3] = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];

/// Questions to Discord at the same time: anybody may have us ask one.
const LOGINS: usize = 8;

/// The Activity of an application.
pub struct Activity {
    discord: Arc<dyn ActivityApi>,
    /// The application.
    client_id: u64,
    /// Where browsers reach our pages inside Discord.
    pub(super) origin: String,
    /// Which pages may show ours in a frame.
    clients: Vec<String>,
    logins: Semaphore,
}

impl Activity {
    /// The Activity of this application: in Discord's clients, or in a sandbox, as the addresses of its proxy and its page say.
    pub fn new(discord: Arc<dyn ActivityApi>, client_id: u64, sandbox: Option<[String; 2]>) -> Self {
        let (origin, clients) = match sandbox {
            Some([proxy, page]) => (proxy, vec![page]),
            None => (format!("https://{client_id}.discordsays.com"), CLIENTS.map(str::to_owned).to_vec()),
        };
        Self { discord, client_id, origin, clients, logins: Semaphore::new(LOGINS) }
    }

    /// Who may show our pages in a frame, for the policy of a page.
    pub(super) fn frame_ancestors(&self) -> String {
        self.clients.join(" ")
    }
}

/// What Discord's client says of the frame that it opens.
#[derive(Debug, Deserialize)]
pub(super) struct Frame {
    #[serde(rename = "frame_id")]
    _id: String,
    #[serde(rename = "instance_id")]
    _instance: String,
}

/// `/`, in a frame of Discord's client: a script asks the client for a code that says who looks, and logs in with it.
pub(super) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    frame: Result<Query<Frame>, QueryRejection>,
) -> Response {
    let language = language(&headers);
    let Some(activity) = site.activity.as_ref().filter(|_| frame.is_ok()) else {
        return PageProblem::NotFound.page(language);
    };
    let title = localize!(language, "button-open");
    let head = html! { meta name="robots" content="noindex"; };
    let main = html! {
        main.message #activity data-client=(activity.client_id) data-hosts=(activity.frame_ancestors())
            data-failed=(localize!(language, "web-offline")) data-alone=(localize!(language, "web-unconfirmed"))
            data-cookies=(localize!(language, "web-no-cookies")) {
            h1 aria-live="polite" { (localize!(language, "web-opening")) }
            button type="button" hidden { (localize!(language, "web-retry")) }
            noscript { p { (localize!(language, "web-needs-script")) } }
        }
        script type="module" src=(assets::address("activity.js")) {}
    };
    Html(shell(language, &title, &head, &main).into_string()).into_response()
}
