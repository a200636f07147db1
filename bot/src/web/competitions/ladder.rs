//! The page of a ladder: the table, and the running games.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use clubs::ClubError;
use clubs::domain::ladder::stored::StoredLadder;
use clubs::ladders::game_pages::read_games;
use clubs::ladders::tables::read_page;
use clubs::ladders::{TablePage, sync};
use games::domain::{GameSummary, LadderId, Phase};
use maud::{Markup, html};
use render::{Table, Theme};
use serde::Deserialize;

use crate::features::ladder::view;
use crate::localization::localize;
use crate::web::competitions::{ClubPage, table};
use crate::web::document::Reader;
use crate::web::game::pictures::{public_file, shared};
use crate::web::markup;
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;

#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(in crate::web) struct LadderQuery {
    /// The page number, from 1.
    page: Option<usize>,
}

struct LadderView {
    reader: Reader,
    stored: StoredLadder,
    shown: TablePage,
    is_searchable: bool,
    theme: Theme,
}

impl Site {
    async fn ladder(
        &self,
        reader: Reader,
        ladder: &str,
        query: Result<Query<LadderQuery>, QueryRejection>,
    ) -> Result<LadderView, PageProblem> {
        let Query(LadderQuery { page }) = query.map_err(|_| PageProblem::NotFound)?;
        let ladder: LadderId = ladder.parse().map_err(|_| PageProblem::NotFound)?;
        let games = &self.app.games;
        // Reading changes nothing; the bot itself applies the effects of passed time.
        let stored = match sync::stored_ladder(games, ladder).await {
            Err(ClubError::Ladder(_)) => return Err(PageProblem::NotFound),
            stored => stored?,
        };
        let (is_searchable, theme) = self.check_public(stored.head.guild_id).await?;
        let mut ladder_page = read_page(games, &stored, page.unwrap_or(1).saturating_sub(1)).await?;
        let rows = ladder_page.rows.iter_mut().map(|row| (row.standing.player, &mut row.name));
        self.hide_names(reader.language, rows).await?;
        Ok(LadderView { reader, stored, shown: ladder_page, is_searchable, theme })
    }

    async fn games_of(&self, view: &LadderView) -> Result<Vec<GameSummary>, PageProblem> {
        let mut games = read_games(&self.app.games, &view.stored).await?;
        games.retain(|summary| summary.game.phase == Phase::Playing);
        let seats = games.iter_mut().flat_map(|summary| &mut summary.seats);
        let seats = seats.filter_map(|seat| Some((seat.player.person()?, &mut seat.name)));
        self.hide_names(view.reader.language, seats).await?;
        Ok(games)
    }
}

/// `/l/<ladder>`
pub(in crate::web) async fn page(
    State(site): State<Arc<Site>>,
    Path(ladder): Path<String>,
    query: Result<Query<LadderQuery>, QueryRejection>,
    Extension(Visitor { reader, .. }): Extension<Visitor>,
) -> Response {
    let rendered = async {
        let view = site.ladder(reader, &ladder, query).await?;
        let games = site.games_of(&view).await?;
        Ok::<_, PageProblem>(view.render(&site, &games))
    };
    match rendered.await {
        Ok(page) => page,
        Err(problem) => problem.page(reader),
    }
}

/// `/l/<ladder>/table.png`
pub(in crate::web) async fn table_picture(
    State(site): State<Arc<Site>>,
    Path(ladder): Path<String>,
    query: Result<Query<LadderQuery>, QueryRejection>,
    Extension(Visitor { reader, .. }): Extension<Visitor>,
) -> Response {
    let result = async {
        let view = site.ladder(reader, &ladder, query).await?;
        let is_searchable = view.is_searchable;
        let bytes = site.app.pictures.figure(move || render::table(&view.table())).await?;
        Ok::<_, PageProblem>(public_file("image/png", shared(bytes), is_searchable))
    };
    match result.await {
        Ok(picture) => picture,
        Err(problem) => problem.page(reader),
    }
}

impl LadderView {
    fn table(&self) -> Table {
        view::table(self.reader.language, &self.shown, None, self.theme)
    }

    fn render(&self, site: &Site, games: &[GameSummary]) -> Response {
        let (language, ladder_page) = (self.reader.language, &self.shown);
        let page = ClubPage {
            reader: self.reader,
            guild: ladder_page.head.guild_id,
            name: ladder_page.head.name.clone(),
            path: format!("/l/{}", ladder_page.head.ladder_id),
            query: if ladder_page.page == 0 { String::new() } else { format!("?page={}", ladder_page.page + 1) },
            picture: "table.png",
            is_searchable: self.is_searchable,
        };
        let state = view::status(language, ladder_page);
        let status = html! {
            @for line in state.lines() { p.status { (markup::to_html(line, |_| None)) } }
        };
        let content = html! {
            @if ladder_page.players > 0 { (table::table(&self.table())) }
            (self.pages(&page.path))
            @if !games.is_empty() {
                section {
                    h2 { (localize!(language, "web-games")) }
                    ul.games { @for summary in games { (game(summary)) } }
                }
            }
        };
        page.render(site, &status, &markup::plain(&state), &content)
    }

    fn pages(&self, path: &str) -> Markup {
        let ladder_page = &self.shown;
        html! {
            @if ladder_page.pages > 1 {
                nav.files {
                    @if ladder_page.page > 0 {
                        a rel="prev" href={ (path) "?page=" (ladder_page.page) } { (localize!(self.reader.language, "button-ladder-above")) }
                    }
                    @if ladder_page.page + 1 < ladder_page.pages {
                        a rel="next" href={ (path) "?page=" (ladder_page.page + 2) } { (localize!(self.reader.language, "button-ladder-below")) }
                    }
                }
            }
        }
    }
}

fn game(summary: &GameSummary) -> Markup {
    let game = &summary.game;
    html! {
        li {
            a href={ "/g/" (game.game_id) } {
                (game.name())
                @for (index, seat) in summary.seats.iter().enumerate() {
                    @if index == 0 { " · " } @else { " – " }
                    bdi { (seat.name) }
                }
            }
        }
    }
}
