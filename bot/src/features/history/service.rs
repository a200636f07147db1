//! A game from its start to now, position by position.

use rules::Diagram;

use crate::domain::{GameId, GameRecord, Phase, UserId};
use crate::games::replay::replayed_game::corrupt;
use crate::games::{GameError, Games, ReplayedGame};
use crate::store::StoreError;

pub struct GameHistory {
    pub replayed: ReplayedGame,
    /// The start, and the position after each move: one more than there are moves.
    pub diagrams: Vec<Diagram>,
}

/// All positions of a game.
///
/// # Errors
/// Of a challenge there are none. While all marbles look the same, move by move they would tell the colors.
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
    // A long game takes its time.
    let replayed = tokio::task::spawn_blocking(move || GameHistory::open(record)).await;
    replayed.map_err(|error| StoreError::Database { problem: error.to_string(), transient: false })?
}

impl GameHistory {
    pub fn open(record: GameRecord) -> Result<Self, GameError> {
        let id = record.game.game_id;
        let mut any_game = record.game.setup.open().map_err(|refusal| corrupt("game", id, refusal.to_string()))?;
        // The end shows all, and all that went before.
        if record.game.phase == Phase::Over {
            any_game.reveal_colors();
        }
        if any_game.hides_colors() {
            return Err(GameError::ColorsHidden);
        }
        let mut diagrams = Vec::with_capacity(record.plies.len() + 1);
        diagrams.push(any_game.diagram());
        for ply in &record.plies {
            let problem = |refusal| corrupt("ply", id, format!("move {}: {refusal}", ply.number));
            any_game.play(&ply.notation).map_err(problem)?;
            diagrams.push(any_game.diagram());
        }
        Ok(Self { replayed: ReplayedGame { record, any_game, conditional_moves: Vec::new() }, diagrams })
    }
}
