//! Replayed games, on which answers and decisions are based.

pub mod consistency;

use rules::AnyGame;

use crate::domain::{ConditionalMoves, GameId, GameRecord, Phase};
use crate::store::StoreError;

/// A stored game, replayed to its latest position.
pub struct ReplayedGame {
    pub record: GameRecord,
    pub any_game: Box<dyn AnyGame>,
    /// Conditional moves of the players, where a decision needs them; they are never shown.
    pub conditional_moves: Vec<ConditionalMoves>,
}

impl std::fmt::Debug for ReplayedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReplayedGame")
            .field("record", &self.record)
            .field("position", &self.any_game.position())
            .finish_non_exhaustive()
    }
}

impl ReplayedGame {
    /// The same record with another game, for turns that are tried out.
    #[must_use]
    pub fn with_game(self, any_game: Box<dyn AnyGame>) -> Self {
        Self { any_game, ..self }
    }

    /// Replays the moves of a game, all of them or the first `ply`.
    pub fn open(record: GameRecord, ply: Option<u32>) -> Result<Self, StoreError> {
        let count = ply.map_or(record.plies.len(), |ply| record.plies.len().min(ply as usize));
        let any_game = replay(&record, count, |_| ())?;
        Ok(Self { record, any_game, conditional_moves: Vec::new() })
    }
}

/// Plays the first moves of a game, and calls `show` at the start and after each of them.
pub fn replay(
    record: &GameRecord,
    count: usize,
    mut show: impl FnMut(&dyn AnyGame),
) -> Result<Box<dyn AnyGame>, StoreError> {
    let id = record.game.game_id;
    let mut any_game = record.game.setup.open().map_err(|refusal| corrupt("game", id, refusal.to_string()))?;
    // At the end all colors are revealed, including those of earlier positions.
    if record.game.phase == Phase::Over {
        any_game.reveal_colors();
    }
    show(&*any_game);
    for ply in &record.plies[..count] {
        let problem = |refusal| corrupt("ply", id, format!("move {}: {refusal}", ply.number));
        any_game.play(&ply.notation).map_err(problem)?;
        show(&*any_game);
    }
    Ok(any_game)
}

pub fn corrupt(table: &'static str, game: GameId, problem: String) -> StoreError {
    StoreError::Corrupt { table, row: format!("game {game}"), problem }
}
