//! The games of a ladder that are played or offered.

use crate::domain::clubs::ladder::{LadderHead, StoredLadder};
use crate::domain::{GameId, GameSummary, LadderId, Phase};
use crate::features::ladder::service::{GAMES_PAGE, taking_in};
use crate::games::{GameError, Games};

/// A page of the games of a ladder: those that are played by their deadlines, then challenges by when an answer is due.
#[derive(Debug)]
pub struct GamesPage {
    pub head: LadderHead,
    pub games: Vec<GameSummary>,
    /// Games on all pages that are played.
    pub running: usize,
    /// Challenges on all pages.
    pub waiting: usize,
    /// From 0.
    pub page: usize,
    pub pages: usize,
}

pub async fn show_games(games: &Games, ladder: LadderId, page: usize) -> Result<GamesPage, GameError> {
    let stored = taking_in::update_ladder(games, ladder).await?;
    let found = read_games(games, &stored).await?;
    let running = found.iter().filter(|summary| summary.game.phase == Phase::Playing).count();
    let (waiting, pages) = (found.len() - running, found.len().div_ceil(GAMES_PAGE).max(1));
    let page = page.min(pages - 1);
    let games = found.into_iter().skip(page * GAMES_PAGE).take(GAMES_PAGE).collect();
    Ok(GamesPage { head: stored.head, games, running, waiting, page, pages })
}

/// The games of a ladder that are played or offered, in the order of a [`GamesPage`].
pub async fn read_games(games: &Games, stored: &StoredLadder) -> Result<Vec<GameSummary>, GameError> {
    let open: Vec<GameId> = stored.ladder.challenges().map(|(game, _)| game).collect();
    let mut found = games.store.summaries_of(&open).await?;
    found.retain(|summary| matches!(summary.game.phase, Phase::Offered | Phase::Playing));
    found.sort_by_key(|summary| {
        let game = &summary.game;
        let deadline = game.turn.deadline_at;
        (game.phase == Phase::Offered, game.agreements.adjourned.is_some(), deadline.is_none(), deadline, game.game_id)
    });
    Ok(found)
}
