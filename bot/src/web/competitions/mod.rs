//! Pages of a server's events and ladders.

pub(super) mod event;
pub(super) mod ladder;
mod table;

use axum::response::{Html, IntoResponse as _, Response};
use games::domain::{GuildId, GuildPreferences};
use maud::{Markup, html};
use render::Theme;

use crate::board::viewer::Viewer;
use crate::localization::localize;
use crate::web::document::{Reader, shell};
use crate::web::problem::PageProblem;
use crate::web::site::Site;

/// The frame around a table.
struct ClubPage {
    reader: Reader,
    guild: GuildId,
    /// User input.
    name: String,
    /// Without scheme and host.
    path: String,
    /// The query that selects a part of the table; empty for the first one.
    query: String,
    /// The file name of the table's picture.
    picture: &'static str,
    is_searchable: bool,
}

impl ClubPage {
    fn render(&self, site: &Site, status: &Markup, description: &str, content: &Markup) -> Response {
        let address = format!("{}{}{}", site.origin, self.path, self.query);
        let picture = format!("{}/{}{}", self.path, self.picture, self.query);
        let head = html! {
            @if !self.is_searchable { meta name="robots" content="noindex"; }
            link rel="canonical" href=(address);
            meta property="og:title" content=(self.name);
            meta property="og:description" content=(description);
            meta property="og:type" content="website";
            meta property="og:url" content=(address);
            meta property="og:image" content={ (site.origin) (picture) };
            meta name="twitter:card" content="summary_large_image";
        };
        let main = html! {
            main.club {
                header {
                    (self.reader.games_link())
                    h1 { bdi { (self.name) } }
                    (status)
                }
                (content)
                nav.files {
                    // A file has no link back.
                    @if !self.reader.is_framed { a href=(picture) { (localize!(self.reader.language, "web-picture")) } }
                    a href={ "/s/" (self.guild.0) } { (localize!(self.reader.language, "web-lobby")) }
                }
            }
        };
        Html(shell(self.reader.language, &self.name, &head, &main).into_string()).into_response()
    }
}

impl Site {
    /// The preferences of a server that has public pages.
    ///
    /// # Errors
    /// [`PageProblem::NotFound`] if it has none.
    pub(super) async fn public_guild(&self, guild: GuildId) -> Result<GuildPreferences, PageProblem> {
        let preferences = self.app.games.preferences_of_guild(guild).await?;
        if preferences.shows_pages() { Ok(preferences) } else { Err(PageProblem::NotFound) }
    }

    /// Whether search engines may index the server's public pages, and the theme of its pictures.
    ///
    /// # Errors
    /// [`PageProblem::NotFound`] if the server has no public pages.
    async fn check_public(&self, guild: GuildId) -> Result<(bool, Theme), PageProblem> {
        let preferences = self.public_guild(guild).await?;
        let viewer = Viewer::under(&self.app, None, &preferences).await;
        Ok((preferences.is_searchable(), viewer.picture_style.theme))
    }
}
