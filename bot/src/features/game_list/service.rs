//! The games of a list as they stand, and the one that waits next.

use std::collections::HashMap;

use tracing::error;

use crate::domain::{GameId, GameSummary, Phase, UserId};
use crate::games::{GameError, Games, ReplayedGame};

/// A game that waits for a player's move, among others.
#[derive(Debug)]
pub struct NextTurn {
    pub summary: GameSummary,
    /// How many wait, this one included.
    pub count: usize,
}

impl Games {
    /// These games, replayed. One that cannot be read is left out, and its line in a list says less.
    pub async fn replayed(&self, games: &[GameId]) -> Result<HashMap<GameId, ReplayedGame>, GameError> {
        let mut replayed = HashMap::new();
        for (game, record) in self.store.games(games).await? {
            match record.map_err(GameError::from).and_then(|record| ReplayedGame::open(record, None)) {
                Ok(opened) => drop(replayed.insert(game, opened)),
                Err(problem) => error!(game.id = %game, "Listed game {game} without its position: {problem}"),
            }
        }
        Ok(replayed)
    }

    /// Of the other games in which this person can move now, the one after `current` by deadline, and again the first one after
    /// the last.
    pub async fn next_turn(&self, user: UserId, current: GameId) -> Result<Option<NextTurn>, GameError> {
        let mut waiting = self.list(user, &[Phase::Playing], u32::MAX).await?;
        waiting.retain(|summary| summary.is_on_turn(user) && summary.game.agreements.adjourned.is_none());
        if let Some(place) = waiting.iter().position(|summary| summary.game.game_id == current) {
            waiting.rotate_left(place);
            waiting.remove(0);
        }
        let count = waiting.len();
        Ok(waiting.into_iter().next().map(|summary| NextTurn { summary, count }))
    }
}
