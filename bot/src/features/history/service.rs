//! All positions of a game.

use games::domain::{GameId, GameRecord, Phase, UserId};
use games::replay::replay;
use games::store::StoreError;
use games::{GameError, Games, ReplayedGame};
use rules::Diagram;

pub struct GameHistory {
    /// At the requested position.
    pub replayed: ReplayedGame,
    /// The start and the position after each move, so one more than moves.
    pub diagrams: Vec<Diagram>,
}

/// All positions of a game.
///
/// # Errors
/// A challenge has no positions. While colors are hidden, a sequence of positions would reveal them.
pub async fn history(games: &Games, game: GameId, user: UserId) -> Result<GameHistory, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    match record.game.phase {
        Phase::Playing | Phase::Over => {}
        Phase::Offered | Phase::Void => {
            record.check_not_others(user)?;
            if !record.game.is_annulled() {
                record.playing_seat(user)?;
            }
        }
    }
    // Replaying a long game is CPU-bound.
    let replayed = tokio::task::spawn_blocking(move || GameHistory::open(record, None)).await;
    replayed.map_err(|error| StoreError::Database { problem: error.to_string(), transient: false })?
}

impl GameHistory {
    /// All positions of a game, and the game at `ply`, by default the latest.
    pub fn open(record: GameRecord, ply: Option<u32>) -> Result<Self, GameError> {
        if record.game.hides_colors() && record.game.phase != Phase::Over {
            return Err(GameError::ColorsHidden);
        }
        let (mut diagrams, mut looked_at) = (Vec::with_capacity(record.plies.len() + 1), None);
        let last = replay(&record, record.plies.len(), |any_game| {
            if ply.is_some_and(|ply| ply as usize == diagrams.len()) {
                looked_at = any_game.after("").ok();
            }
            diagrams.push(any_game.diagram());
        })?;
        let any_game = looked_at.unwrap_or(last);
        Ok(Self { replayed: ReplayedGame { record, any_game, conditional_moves: Vec::new() }, diagrams })
    }
}
