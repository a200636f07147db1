//! Conditional moves of players.

use async_trait::async_trait;
use tracing::warn;

use crate::domain::{ConditionalMoves, GameId, SetConditionalMoves};
use crate::store::conditional_moves::ConditionalMoveStore;
use crate::store::error::Result;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::rows;
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::commit::set_conditional_moves;

#[async_trait]
impl<DB: Engine> ConditionalMoveStore for SqlStore<DB> {
    async fn conditional_moves(&self, game: GameId) -> Result<Vec<ConditionalMoves>> {
        let sql = "select game_id, user_id, tree from conditional_moves where game_id = $1";
        let rows = self.rows(sql, args![game.0]).await?;
        // Conditional moves that cannot be read are left out.
        let readable = |line: Result<ConditionalMoves>| {
            line.inspect_err(
                |error| warn!(game.id = %game, %error, "Left out conditional moves of game {game}: {error}"),
            )
            .ok()
        };
        Ok(rows.iter().map(rows::conditional_moves::<DB>).filter_map(readable).collect())
    }

    async fn set_conditional_moves(&self, change: SetConditionalMoves) -> Result<bool> {
        self.change_with_retries("set_conditional_moves", || set_conditional_moves(&self.write, &change)).await
    }
}
