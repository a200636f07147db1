//! The document around what a page shows.

use maud::{DOCTYPE, Markup, html};

use crate::discord::localization::{Language, localize};
use crate::web::assets;

/// Who reads a page: in which language, and whether in a frame inside Discord, which has no buttons of a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Reader {
    pub(super) language: Language,
    pub(super) is_framed: bool,
}

impl Reader {
    /// The way to one's other games, in a frame.
    pub(super) fn games_link(self) -> Markup {
        html! { @if self.is_framed { a.games href="/activity" { (localize!(self.language, "web-your-games")) } } }
    }
}

/// A page with this title, with these elements in its head.
pub(super) fn shell(language: Language, title: &str, head: &Markup, main: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="dark light";
                title { (title) }
                (head)
                link rel="icon" type="image/svg+xml" href=(assets::address("icon.svg"));
                link rel="stylesheet" href=(assets::address("page.css"));
                script type="module" src=(assets::address("page.js")) {}
            }
            body {
                (main)
                p #announce.unseen aria-live="polite" {}
            }
        }
    }
}
