//! Conditional moves of players.

use async_trait::async_trait;
use tracing::warn;

use crate::domain::{ConditionalMoves, GameId, SetConditionalMoves};
use crate::store::conditional_moves::ConditionalMoveStore;
use crate::store::error::Result;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::connection::failures::RetryPolicy;
use crate::store::sql::rows;
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::commit::keep_line;

#[async_trait]
impl<DB: Engine> ConditionalMoveStore for SqlStore<DB> {
    async fn lines(&self, game: GameId) -> Result<Vec<ConditionalMoves>> {
        let sql = "select game_id, user_id, tree from line where game_id = $1";
        let rows = self.rows(sql, args![game.0]).await?;
        // A line that does not read is left out: the game goes on without it.
        let readable = |line: Result<ConditionalMoves>| {
            line.inspect_err(|error| warn!(game.id = %game, %error, "Left out a line of game {game}: {error}")).ok()
        };
        Ok(rows.iter().map(rows::line::<DB>).filter_map(readable).collect())
    }

    async fn set_line(&self, wish: SetConditionalMoves) -> Result<bool> {
        let mut retry_policy = RetryPolicy::new();
        loop {
            match keep_line(&self.write, &wish).await {
                Err(error) if error.is_transient() && retry_policy.lasts().await => {}
                done => return done,
            }
        }
    }
}
