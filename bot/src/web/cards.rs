//! The small boards on the cards of games.

use std::collections::HashMap;

use games::ReplayedGame;
use games::domain::GameId;
use maud::{Markup, PreEscaped, html};
use render::{SvgStyle, svg_grounds, svg_small_board};
use rules::Diagram;

use crate::board::pictures::orientation;
use crate::board::viewer::Viewer;
use crate::web::problem::PageProblem;
use crate::web::site::Site;

/// A game as it is now, as its small boards show it.
pub(super) struct SmallBoard {
    replayed: ReplayedGame,
    pub(super) diagram: Diagram,
}

pub(super) type SmallBoards = HashMap<GameId, SmallBoard>;

impl Site {
    /// The boards of these games. An unreadable one has none.
    pub(super) async fn small_boards(&self, games: &[GameId]) -> Result<SmallBoards, PageProblem> {
        let records = self.app.games.records(games).await?;
        // In the background, because many games take time.
        let replaying = tokio::task::spawn_blocking(move || {
            let replay = |record| {
                let replayed = ReplayedGame::open(record, None).ok()?;
                let diagram = replayed.any_game.diagram();
                Some(SmallBoard { replayed, diagram })
            };
            records.into_iter().filter_map(|(game, record)| Some((game, replay(record.ok()?)?))).collect()
        });
        Ok(replaying.await.map_err(anyhow::Error::new)?)
    }
}

impl SmallBoard {
    /// The boards, as small as they are without labels.
    pub(super) fn render(&self, viewer: &Viewer) -> Markup {
        let (theme, flips) = (viewer.picture_style.theme, viewer.flips(Some(&self.replayed)));
        let style = SvgStyle { theme, orientation: orientation(flips), coordinates: false };
        html! {
            span.boards aria-hidden="true" data-theme=(theme.board) data-count=(self.diagram.boards.len()) {
                @for board in 0..self.diagram.boards.len() { (PreEscaped(svg_small_board(&self.diagram, board, style))) }
            }
        }
    }
}

/// The parts that all these boards share, once for a page.
pub(super) fn shared_parts(boards: &SmallBoards, viewer: &Viewer) -> Markup {
    html! { (PreEscaped(svg_grounds(boards.values().map(|board| &board.diagram), viewer.picture_style.theme))) }
}
