//! The running and offered games of a ladder.

use games::Games;
use games::domain::{GameId, GameSummary, LadderId, Phase};

use crate::ClubError;
use crate::domain::ladder::{LadderHead, StoredLadder};
use crate::ladders::{GAMES_PAGE, sync};

/// A page of a ladder's games: running games by deadline, then challenges by answer deadline.
#[derive(Debug)]
pub struct GamesPage {
    pub head: LadderHead,
    pub games: Vec<GameSummary>,
    /// Running games on all pages.
    pub running: usize,
    /// Challenges on all pages.
    pub waiting: usize,
    /// From 0.
    pub page: usize,
    pub pages: usize,
}

pub async fn show_games(games: &Games, ladder: LadderId, page: usize) -> Result<GamesPage, ClubError> {
    let stored = sync::update_ladder(games, ladder).await?;
    let summaries = read_games(games, &stored).await?;
    let running = summaries.iter().filter(|summary| summary.game.phase == Phase::Playing).count();
    let (waiting, pages) = (summaries.len() - running, summaries.len().div_ceil(GAMES_PAGE).max(1));
    let page = page.min(pages - 1);
    let games = summaries.into_iter().skip(page * GAMES_PAGE).take(GAMES_PAGE).collect();
    Ok(GamesPage { head: stored.head, games, running, waiting, page, pages })
}

/// The running and offered games of a ladder, in the order of a [`GamesPage`].
pub async fn read_games(games: &Games, stored: &StoredLadder) -> Result<Vec<GameSummary>, ClubError> {
    let open: Vec<GameId> = stored.ladder.challenges().map(|(game, _)| game).collect();
    let mut summaries = games.store.summaries_of(&open).await?;
    summaries.retain(|summary| matches!(summary.game.phase, Phase::Offered | Phase::Playing));
    summaries.sort_by_key(|summary| {
        let game = &summary.game;
        let deadline = game.turn.deadline_at;
        (game.phase == Phase::Offered, game.agreements.adjourned.is_some(), deadline.is_none(), deadline, game.game_id)
    });
    Ok(summaries)
}
