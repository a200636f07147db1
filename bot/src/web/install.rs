//! What a browser needs to install the pages as an app: their manifest, and a worker that says so where there is no
//! connection.

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use maud::html;
use render::{Theme, css_colors};
use serde_json::json;

use crate::localization::localize;
use crate::web::assets::{self, SCRIPT};
use crate::web::document::shell;
use crate::web::session::language;

/// `/manifest.webmanifest`
pub(super) async fn manifest() -> impl IntoResponse {
    let colors = css_colors(Theme::WOOD);
    let page = colors.split(';').find_map(|property| property.strip_prefix("--page:"));
    let icon = |name: &str, purpose: &str| json!({ "src": assets::address(name), "type": "image/svg+xml", "sizes": "any", "purpose": purpose });
    let manifest = json!({
        "name": "Sumito",
        "id": "/me",
        "start_url": "/me",
        "scope": "/",
        "display": "standalone",
        "background_color": page,
        "theme_color": page,
        "icons": [icon("icon.svg", "any"), icon("icon-maskable.svg", "maskable")],
    });
    ([(CONTENT_TYPE, "application/manifest+json")], manifest.to_string())
}

/// `/worker.js`: a new one with each version of the program.
pub(super) async fn worker() -> impl IntoResponse {
    let kept = json!(["/offline", assets::address("page.css"), assets::address("icon.svg")]);
    ([(CONTENT_TYPE, SCRIPT)], include_str!("assets/worker.js").replacen("KEPT", &kept.to_string(), 1))
}

/// `/offline`: the same for everybody.
pub(super) async fn offline(headers: HeaderMap) -> impl IntoResponse {
    let language = language(&headers);
    let sentence = localize!(language, "web-no-connection");
    let head = html! { meta name="robots" content="noindex"; };
    let main = html! {
        main.message {
            h1 { (sentence) }
            // The address of the page that did not arrive.
            p { a href="" { (localize!(language, "web-retry")) } }
        }
    };
    Html(shell(language, &sentence, &head, &main).into_string())
}
