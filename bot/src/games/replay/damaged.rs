//! A damaged game does not stop work on the others.

use tracing::warn;

use crate::domain::GameId;
use crate::games::GameError;
use crate::store::StoreError;

/// Logs that a game of many was left as it is. Returns an error only where the database fails, so that all of it is done again.
pub(crate) fn skip_damaged(game: GameId, error: GameError) -> Result<(), StoreError> {
    let cause = match error {
        GameError::Internal(error @ StoreError::Database { .. }) => return Err(error),
        GameError::Internal(cause) => cause.to_string(),
        other => other.to_string(),
    };
    warn!(event = "game_damaged", game.id = %game, error = %cause, "Skipped damaged game {game}: {cause}");
    Ok(())
}
