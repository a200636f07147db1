//! Keeps a damaged game from stopping work on the others.

use tracing::warn;

use crate::GameError;
use crate::domain::GameId;
use crate::store::StoreError;

/// Logs that one of many games was skipped. Returns an error only if the database fails, so that everything is
/// repeated.
pub fn skip_damaged(game: GameId, error: GameError) -> Result<(), StoreError> {
    let cause = match error {
        GameError::Internal(error @ StoreError::Database { .. }) => return Err(error),
        GameError::Internal(cause) => cause.to_string(),
        other => other.to_string(),
    };
    warn!(event = "game_damaged", game.id = %game, error = %cause, "Skipped damaged game {game}: {cause}");
    Ok(())
}
