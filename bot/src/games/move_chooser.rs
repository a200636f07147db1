//! Who chooses the moves that the program owes.

use async_trait::async_trait;

use crate::domain::EngineLevel;
use crate::games::replay::replayed_game::ReplayedGame;

/// Plays for engines.
#[async_trait]
pub trait MoveChooser: Send + Sync {
    /// A move for the player on turn, in any accepted spelling; `None` when it finds none. After half a minute it may be asked
    /// again, also by another process: the move that is committed first counts.
    async fn choose_move(&self, level: EngineLevel, game: &ReplayedGame) -> Option<String>;
}
