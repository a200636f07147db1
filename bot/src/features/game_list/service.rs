//! The games of a list as they stand, and the one that waits next.

use std::collections::HashMap;

use crate::domain::{GameId, GameSummary, Phase, Timestamp, UserId};
use crate::games::{GameError, Games};

/// Games of which the end is looked up: as many as a list has.
const MOST: u32 = 200;

/// A game that waits for a player's move, among others.
#[derive(Debug)]
pub struct NextTurn {
    pub summary: GameSummary,
    /// How many wait, this one included.
    pub count: usize,
}

/// When the games that this person has finished ended.
pub async fn ends(games: &Games, user: UserId) -> Result<HashMap<GameId, Timestamp>, GameError> {
    let finished = games.store.finished_of(user, MOST).await?;
    Ok(finished.into_iter().map(|finished| (finished.game.game_id, finished.ended_at)).collect())
}

/// Of the other games in which this person can move now, the one after `current` by deadline, and again the first one after
/// the last.
pub async fn next_turn(games: &Games, user: UserId, current: GameId) -> Result<Option<NextTurn>, GameError> {
    let mut waiting = games.list(user, &[Phase::Playing], u32::MAX).await?;
    waiting.retain(|summary| summary.can_move(user));
    if let Some(place) = waiting.iter().position(|summary| summary.game.game_id == current) {
        waiting.rotate_left(place);
        waiting.remove(0);
    }
    let count = waiting.len();
    Ok(waiting.into_iter().next().map(|summary| NextTurn { summary, count }))
}
