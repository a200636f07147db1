//! The page of an event: the standings, and the games of every round.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use clubs::domain::tournament::stored::StoredTournament;
use clubs::domain::tournament::{Pairing, TournamentPhase};
use clubs::{ClubError, tournaments};
use games::domain::{Player, TournamentId};
use maud::{Markup, html};
use render::Theme;

use crate::features::tournament::pictures::{
    Page, StandingsPicture, bye, legend, page_of_picture, result, standings_picture,
};
use crate::features::tournament::view;
use crate::localization::localize;
use crate::web::competitions::{ClubPage, table};
use crate::web::document::Reader;
use crate::web::game::pictures::{public_file, shared};
use crate::web::markup;
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;

struct EventView {
    reader: Reader,
    stored: StoredTournament,
    is_searchable: bool,
    theme: Theme,
}

impl Site {
    async fn event(&self, reader: Reader, event: &str) -> Result<EventView, PageProblem> {
        let event: TournamentId = event.parse().map_err(|_| PageProblem::NotFound)?;
        let mut stored = match tournaments::load(&self.app.games, event).await {
            Err(ClubError::Tournament(_)) => return Err(PageProblem::NotFound),
            stored => stored?,
        };
        if stored.tournament.phase == TournamentPhase::Draft {
            return Err(PageProblem::NotFound);
        }
        let (is_searchable, theme) = self.check_public(stored.guild_id).await?;
        self.hide_names(reader.language, stored.names.iter_mut().map(|(user, name)| (*user, name))).await?;
        Ok(EventView { reader, stored, is_searchable, theme })
    }
}

/// `/t/<event>`
pub(in crate::web) async fn page(
    State(site): State<Arc<Site>>,
    Path(event): Path<String>,
    Extension(Visitor { reader, .. }): Extension<Visitor>,
) -> Response {
    let rendered = async {
        let view = site.event(reader, &event).await?;
        // The standings of many players take time.
        let page = tokio::task::spawn_blocking(move || view.render(&site)).await.map_err(anyhow::Error::new)?;
        Ok::<_, PageProblem>(page)
    };
    match rendered.await {
        Ok(page) => page,
        Err(problem) => problem.page(reader),
    }
}

/// `/t/<event>/standings.png`
pub(in crate::web) async fn standings(
    State(site): State<Arc<Site>>,
    Path(event): Path<String>,
    Extension(Visitor { reader, .. }): Extension<Visitor>,
) -> Response {
    let result = async {
        let view = site.event(reader, &event).await?;
        let is_searchable = view.is_searchable;
        let bytes = site.app.pictures.figure(move || view.standings(Some(view.first_page())).draw()).await?;
        Ok::<_, PageProblem>(public_file("image/png", shared(bytes), is_searchable))
    };
    match result.await {
        Ok(picture) => picture,
        Err(problem) => problem.page(reader),
    }
}

impl EventView {
    fn standings(&self, page: Option<Page>) -> StandingsPicture {
        standings_picture(self.reader.language, &self.stored, None, self.theme, page)
    }

    fn first_page(&self) -> Page {
        page_of_picture(&self.stored.tournament, None, None)
    }

    fn name(&self, number: u32) -> &str {
        self.stored.tournament.entrant(number).map_or("", |entrant| self.stored.name_of(entrant.user))
    }

    fn render(&self, site: &Site) -> Response {
        let (language, stored) = (self.reader.language, &self.stored);
        let page = ClubPage {
            reader: self.reader,
            guild: stored.guild_id,
            name: stored.name.clone(),
            path: format!("/t/{}", stored.tournament_id),
            query: String::new(),
            picture: "standings.png",
            is_searchable: self.is_searchable,
        };
        let name_of = |player: Player| player.person().map(|user| stored.name_of(user));
        let state = view::status(language, stored);
        let terms = view::terms(language, stored);
        let status = html! {
            p.status { (markup::to_html(&terms, name_of)) }
            @for line in state.lines() { p { (markup::to_html(line, name_of)) } }
        };
        let has_begun = !stored.tournament.rounds.is_empty();
        let content = html! {
            @if has_begun {
                @match self.standings(None) {
                    StandingsPicture::Table(standings) => {
                        @if !standings.note.is_empty() { p { (standings.note) } }
                        (table::table(&standings))
                    }
                    StandingsPicture::Bracket(bracket) => (table::bracket(&bracket)),
                }
                @for line in legend(language, &stored.tournament) { p { small { (line) } } }
                @for (round, number) in stored.tournament.rounds.iter().zip(1_u32..).collect::<Vec<_>>().into_iter().rev() {
                    section {
                        h2 { (localize!(language, "web-round", round = number)) }
                        ol.pairings {
                            @for pairing in &round.pairings { (self.pairing(pairing)) }
                        }
                    }
                }
            } @else {
                section {
                    h2 { (localize!(language, "web-entrants")) }
                    ol.entrants {
                        @for entrant in &stored.tournament.entrants { li { bdi { (stored.name_of(entrant.user)) } } }
                    }
                }
            }
        };
        page.render(site, &status, &markup::plain(&terms), &content)
    }

    fn pairing(&self, pairing: &Pairing) -> Markup {
        let result = match result(pairing) {
            Some(result) => result,
            None if pairing.second.is_some() => localize!(self.reader.language, "web-game"),
            None => bye(&self.stored.tournament).to_owned(),
        };
        html! {
            li {
                bdi { (self.name(pairing.first)) }
                @match pairing.game {
                    Some(game) => a href={ "/g/" (game) } { (result) },
                    None => span { (result) },
                }
                bdi { @if let Some(second) = pairing.second { (self.name(second)) } }
            }
        }
    }
}
