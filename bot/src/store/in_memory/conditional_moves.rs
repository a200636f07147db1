//! Conditional moves of players.

use std::collections::BTreeMap;

use async_trait::async_trait;

use crate::domain::{ConditionalMoves, GameId, SetConditionalMoves};
use crate::store::conditional_moves::ConditionalMoveStore;
use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;

#[async_trait]
impl ConditionalMoveStore for InMemoryStore {
    async fn conditional_moves(&self, game: GameId) -> Result<Vec<ConditionalMoves>> {
        Ok(self.state().conditional_moves.get(&game).into_iter().flat_map(BTreeMap::values).cloned().collect())
    }

    async fn set_conditional_moves(&self, change: SetConditionalMoves) -> Result<bool> {
        let mut state = self.state();
        let Some(record) = state.games.get_mut(&change.game) else { return Ok(false) };
        if (record.game.version, record.game.conditional_moves_version)
            != (change.version, change.conditional_moves_version)
        {
            return Ok(false);
        }
        record.game.conditional_moves_version += 1;
        let lines = state.conditional_moves.entry(change.game).or_default();
        if change.line.tree.is_empty() {
            lines.remove(&change.line.user);
        } else {
            lines.insert(change.line.user, change.line);
        }
        Ok(true)
    }
}
