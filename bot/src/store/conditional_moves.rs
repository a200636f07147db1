//! Conditional moves of players.

use async_trait::async_trait;

use crate::domain::{ConditionalMoves, GameId, SetConditionalMoves};
use crate::store::error::Result;

/// Keeps conditional moves.
#[async_trait]
pub trait ConditionalMoveStore: Send + Sync + 'static {
    /// The conditional moves in a game, without those that do not read.
    async fn lines(&self, game: GameId) -> Result<Vec<ConditionalMoves>>;
    /// Keeps a player's conditional moves, unless the game or its lines have changed; gives whether that is so. Not a change of
    /// the game: no version.
    async fn set_line(&self, wish: SetConditionalMoves) -> Result<bool>;
}
