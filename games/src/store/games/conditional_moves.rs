//! Conditional moves of players.

use tracing::warn;

use crate::domain::{ConditionalMoves, GameId, SetConditionalMoves};
use crate::store::connection::engine::args;
use crate::store::error::{Result, StoreError};
use crate::store::rows::Reader;
use crate::store::statements::Store;
use crate::store::write::commit::set_conditional_moves;

impl Store {
    /// The conditional moves of all players in a game, except unreadable ones.
    pub async fn conditional_moves(&self, game: GameId) -> Result<Vec<ConditionalMoves>> {
        let sql = "select game_id, user_id, tree from conditional_moves where game_id = $1";
        let read = |read: &mut Reader| {
            let (user, tree) = (read.at("user_id").user()?, read.at("tree").text()?);
            // The problem is not logged, because conditional moves are secret.
            let tree = serde_json::from_str(&tree).map_err(|_| read.corrupt("the tree cannot be parsed"))?;
            Ok(ConditionalMoves { user, tree })
        };
        let left_out = |error: &StoreError| {
            warn!(game.id = %game, %error, "Left out conditional moves of game {game}: {error}");
        };
        let readable = |row: &mut Reader| Ok(read(row).inspect_err(left_out).ok());
        let moves = self.list("conditional_moves", sql, args![game], readable).await?;
        Ok(moves.into_iter().flatten().collect())
    }

    /// Stores the conditional moves of a player. `false` if the game or its conditional moves have changed since they
    /// were read. The version of the game stays the same.
    pub async fn set_conditional_moves(&self, change: SetConditionalMoves) -> Result<bool> {
        let set = async || {
            let mut connection = self.write.begin().await?;
            let result = set_conditional_moves(&mut connection, &change).await;
            connection.end(result).await
        };
        self.change_with_retries("set_conditional_moves", set).await
    }
}
