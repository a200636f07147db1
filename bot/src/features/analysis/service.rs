//! Analyses of games by the engine.

use std::sync::Arc;
use std::time::Duration;

use engine::Analysis;
use games::domain::{GameId, Phase, UserId};
use games::{GameError, Games};
use tokio::time::timeout;

use crate::features::history;
use crate::features::history::service::GameHistory;

const LONGEST_WAIT: Duration = Duration::from_mins(1);

pub(super) struct AnalyzedGame {
    pub(super) history: GameHistory,
    pub(super) analysis: Arc<Analysis>,
}

/// The analysis of a game that this person may see. `None` if the engine is at capacity.
///
/// # Errors
/// A running game is analyzed only for its player against an engine.
pub(super) async fn analyze_game(games: &Games, game: GameId, user: UserId) -> Result<Option<AnalyzedGame>, GameError> {
    let history = history::history(games, game, user).await?;
    let record = &history.replayed.record;
    if record.game.phase == Phase::Playing && !record.seat_of(user).is_some_and(|seat| record.is_against_engine(seat)) {
        return Err(GameError::NoHelp);
    }
    let queue = games.engine_queue.as_ref().ok_or(GameError::NoEngine)?;
    let analysis = timeout(LONGEST_WAIT, queue.analyze(user, &history.replayed)).await.ok().flatten();
    Ok(analysis.map(|analysis| AnalyzedGame { history, analysis }))
}
