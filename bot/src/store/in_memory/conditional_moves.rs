//! Conditional moves of players.

use std::collections::BTreeMap;

use async_trait::async_trait;

use crate::domain::{ConditionalMoves, GameId, SetConditionalMoves};
use crate::store::conditional_moves::ConditionalMoveStore;
use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;

#[async_trait]
impl ConditionalMoveStore for InMemoryStore {
    async fn lines(&self, game: GameId) -> Result<Vec<ConditionalMoves>> {
        Ok(self.state().lines.get(&game).into_iter().flat_map(BTreeMap::values).cloned().collect())
    }

    async fn set_line(&self, wish: SetConditionalMoves) -> Result<bool> {
        let mut state = self.state();
        let Some(record) = state.games.get_mut(&wish.game) else { return Ok(false) };
        if (record.game.version, record.game.lines) != (wish.version, wish.lines) {
            return Ok(false);
        }
        record.game.lines += 1;
        let lines = state.lines.entry(wish.game).or_default();
        if wish.line.tree.is_empty() {
            lines.remove(&wish.line.user);
        } else {
            lines.insert(wish.line.user, wish.line);
        }
        Ok(true)
    }
}
