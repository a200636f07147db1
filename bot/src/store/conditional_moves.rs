//! Conditional moves of players.

use async_trait::async_trait;

use crate::domain::{ConditionalMoves, GameId, SetConditionalMoves};
use crate::store::error::Result;

/// Keeps conditional moves.
#[async_trait]
pub trait ConditionalMoveStore: Send + Sync + 'static {
    /// The conditional moves of all players in a game. Those that cannot be read are left out.
    async fn conditional_moves(&self, game: GameId) -> Result<Vec<ConditionalMoves>>;
    /// Stores the conditional moves of a player; `false` when the game or its conditional moves have changed since they were
    /// read. This is not a change of the game: its version stays.
    async fn set_conditional_moves(&self, change: SetConditionalMoves) -> Result<bool>;
}
