//! The games of a list as they stand, and the one that waits next.

use crate::domain::{GameId, GameSummary, Phase, UserId};
use crate::games::{GameError, Games};

/// A game that waits for a player's move, among others.
#[derive(Debug)]
pub struct NextTurn {
    pub summary: GameSummary,
    /// How many wait, this one included.
    pub count: usize,
}

/// Of the other games in which this person can move now, the one after `current` by deadline, and again the first one after
/// the last.
pub async fn next_turn(games: &Games, user: UserId, current: GameId) -> Result<Option<NextTurn>, GameError> {
    let mut waiting = games.list(user, &[Phase::Playing], u32::MAX).await?;
    waiting.retain(|summary| summary.is_on_turn(user) && summary.game.agreements.adjourned.is_none());
    if let Some(place) = waiting.iter().position(|summary| summary.game.game_id == current) {
        waiting.rotate_left(place);
        waiting.remove(0);
    }
    let count = waiting.len();
    Ok(waiting.into_iter().next().map(|summary| NextTurn { summary, count }))
}
