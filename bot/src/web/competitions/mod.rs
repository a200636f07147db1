//! Pages of what a server plays together: events and ladders.

pub(super) mod event;
pub(super) mod ladder;
mod table;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse as _, Response};
use maud::{Markup, html};
use render::Theme;

use crate::commands::board::viewer::Viewer;
use crate::discord::localization::{Language, localize};
use crate::domain::{GuildId, UserId, WebPages};
use crate::web::document::shell;
use crate::web::problem::PageProblem;
use crate::web::site::Site;

/// What stands around a table.
struct ClubPage {
    language: Language,
    /// A stranger's text.
    name: String,
    /// Without scheme and host.
    path: String,
    /// The table as a picture.
    picture: String,
    is_searchable: bool,
}

impl ClubPage {
    fn render(&self, site: &Site, status: &Markup, description: &str, content: &Markup) -> Response {
        let address = format!("{}{}", site.origin, self.path);
        let head = html! {
            @if !self.is_searchable { meta name="robots" content="noindex"; }
            link rel="canonical" href=(address);
            meta property="og:title" content=(self.name);
            meta property="og:description" content=(description);
            meta property="og:type" content="website";
            meta property="og:url" content=(address);
            meta property="og:image" content={ (address) "/" (self.picture) };
            meta name="twitter:card" content="summary_large_image";
        };
        let main = html! {
            main.club {
                header {
                    h1 { bdi { (self.name) } }
                    (status)
                }
                (content)
                nav.files { a href={ (self.path) "/" (self.picture) } { (localize!(self.language, "web-picture")) } }
            }
        };
        Html(shell(self.language, &self.name, &head, &main).into_string()).into_response()
    }
}

/// A picture that may be kept as long as the one of a game.
fn picture(bytes: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, "image/png")], bytes).into_response()
}

impl Site {
    /// Whether search engines may show what this server shows to everybody, and in which colors its pictures are.
    ///
    /// # Errors
    /// [`PageProblem::NotFound`] where it shows nothing.
    async fn check_public(&self, guild: GuildId) -> Result<(bool, Theme), PageProblem> {
        let preferences = self.app.games.preferences_of_guild(guild).await?;
        if !preferences.shows_pages() {
            return Err(PageProblem::NotFound);
        }
        let viewer = Viewer::everybody(&self.app, Some(guild)).await;
        Ok((preferences.web == Some(WebPages::Searchable), viewer.picture_style.theme))
    }

    /// Puts *Player* in the place of each name that its player hides.
    pub(super) async fn hide_names<'n>(
        &self,
        language: Language,
        names: impl Iterator<Item = (UserId, &'n mut String)>,
    ) -> Result<(), PageProblem> {
        let names: Vec<_> = names.collect();
        let users: Vec<UserId> = names.iter().map(|(user, _)| *user).collect();
        let hidden = self.app.games.hidden_on_web(&users).await?;
        for (user, name) in names {
            if hidden.contains(&user) {
                *name = localize!(language, "web-player");
            }
        }
        Ok(())
    }
}
