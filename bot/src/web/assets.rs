//! Style and scripts of the pages. Their address changes with their content, so browsers may cache them for a year.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use render::{BoardStyle, Theme, css_colors};
use sha2::{Digest as _, Sha256};

const CSS: &str = "text/css; charset=utf-8";
pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

/// For files whose address identifies their content.
pub(super) const FOR_A_YEAR: (HeaderName, &str) = (CACHE_CONTROL, "public, max-age=31536000, immutable");

/// The files: name, type, text.
static FILES: LazyLock<Vec<(&'static str, &'static str, String)>> = LazyLock::new(|| {
    vec![
        ("page.css", CSS, colors() + include_str!("assets/page.css")),
        ("page.js", SCRIPT, include_str!("assets/page.js").to_owned()),
        ("board.js", SCRIPT, include_str!("assets/board.js").to_owned()),
        ("input.js", SCRIPT, include_str!("assets/input.js").to_owned()),
        ("motion.js", SCRIPT, include_str!("assets/motion.js").to_owned()),
        ("icon.svg", IMAGE, include_str!("assets/icon.svg").to_owned()),
        ("icon-turn.svg", IMAGE, include_str!("assets/icon-turn.svg").to_owned()),
        ("icon-maskable.svg", IMAGE, maskable(include_str!("assets/icon.svg"))),
        ("me.js", SCRIPT, include_str!("assets/me.js").to_owned()),
        ("follow.js", SCRIPT, include_str!("assets/follow.js").to_owned()),
        ("next.js", SCRIPT, include_str!("assets/next.js").to_owned()),
        ("activity.js", SCRIPT, include_str!("assets/activity.js").to_owned()),
        ("open.js", SCRIPT, include_str!("assets/open.js").to_owned()),
    ]
});

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for (name, _, text) in FILES.iter() {
        hash.update(name);
        hash.update(text);
    }
    let hash: [u8; 32] = hash.finalize().into();
    hash[..8].iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
});

/// The colors of pages in light and dark mode, and those of each board's marks.
fn colors() -> String {
    let mut css = format!(":root{{{}}}", css_colors(Theme::WOOD));
    let _ = write!(css, "@media (prefers-color-scheme:light){{:root{{{}}}}}", css_colors(Theme::PAPER));
    for &board in BoardStyle::ALL {
        let theme = Theme::from(board);
        let marks: String = css_colors(theme)
            .split_inclusive(';')
            .filter(|property| ["--select:", "--edge:", "--accent:"].iter().any(|name| property.starts_with(name)))
            .collect();
        let _ = write!(css, ".boards[data-theme={board}]{{{marks}}}");
    }
    css
}

/// The same icon for phones, which cut their own shape out of it.
fn maskable(icon: &str) -> String {
    let ground = r##""-16 -16 96 96"><rect x="-16" y="-16" width="96" height="96" fill="#f4efe3"/>"##;
    icon.replacen(r#""0 0 64 64">"#, ground, 1)
}

pub(super) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *VERSION)
}

pub(super) async fn serve(Path((version, name)): Path<(String, String)>) -> Response {
    let found = FILES.iter().find(|(known, ..)| *known == name);
    match found {
        // A page of an earlier version of the program may request its own files.
        Some((_, kind, text)) if version == *VERSION => {
            ([(CONTENT_TYPE, *kind), FOR_A_YEAR], text.as_str()).into_response()
        }
        Some((_, kind, text)) => ([(CONTENT_TYPE, *kind)], text.as_str()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Each page decides whether search engines may index it.
pub const ROBOTS: &str = "User-agent: *\nDisallow: /open\n";

pub(super) async fn robots() -> &'static str {
    ROBOTS
}
