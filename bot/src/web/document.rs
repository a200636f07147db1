//! The HTML document around a page's content.

use maud::{DOCTYPE, Markup, html};

use crate::localization::{Language, localize};
use crate::web::assets;

/// The reader's language, whether the page is in a frame inside Discord, which lacks a browser's buttons, and whether
/// they are signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Reader {
    pub(super) language: Language,
    pub(super) is_framed: bool,
    pub(super) sign_in: SignIn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SignIn {
    /// The host has not set it up.
    Unavailable,
    Offered,
    Done,
}

impl Reader {
    /// The link to the reader's games, or to signing in.
    pub(super) fn games_link(self) -> Markup {
        html! {
            @if self.is_framed || self.sign_in == SignIn::Done { (games_link(self.language)) }
            @else { (self.sign_in_link("/sign-in")) }
        }
    }

    /// The link to Discord's page, for a reader who can sign in there.
    pub(super) fn sign_in_link(self, address: &str) -> Markup {
        html! {
            @if !self.is_framed && self.sign_in == SignIn::Offered {
                a.games rel="nofollow" href=(address) { (localize!(self.language, "web-sign-in")) }
            }
        }
    }
}

/// The link to the games of a person who is signed in.
pub(super) fn games_link(language: Language) -> Markup {
    html! { a.games href="/me" { (localize!(language, "web-your-games")) } }
}

/// A page with this title, and with these elements in its head.
pub(super) fn shell(language: Language, title: &str, head: &Markup, main: &Markup) -> Markup {
    shell_with_icon(language, title, "icon.svg", head, main)
}

/// The same page with another icon in its tab.
pub(super) fn shell_with_icon(language: Language, title: &str, icon: &str, head: &Markup, main: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="dark light";
                title { (title) }
                (head)
                link rel="icon" type="image/svg+xml" href=(assets::address(icon));
                link rel="stylesheet" href=(assets::address("page.css"));
                link rel="modulepreload" href=(assets::address("follow.js"));
                script type="module" src=(assets::address("page.js")) {}
            }
            body {
                (main)
                p #announce.unseen aria-live="polite" {}
            }
        }
    }
}
