//! Conditional moves: what a player answers to what. They are their owner's secret, so nothing that others see tells of them: no
//! version, no event.

use serde::{Deserialize, Serialize};

use crate::domain::ids::{GameId, UserId};

/// A turn, and what may follow it. Where its owner is to move, one turn at most.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// Canonical notation.
    pub turn: String,
    /// What comes then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Branch>,
}

/// What one player answers in one game, from the board as it is.
#[derive(Clone, PartialEq, Eq)]
pub struct ConditionalMoves {
    /// Whose.
    pub user: UserId,
    /// The turns that may come next.
    pub tree: Vec<Branch>,
}

/// No log tells what somebody means to play.
impl std::fmt::Debug for ConditionalMoves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Line").field("user", &self.user).finish_non_exhaustive()
    }
}

/// A player's lines as they shall be, decided on the game as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetConditionalMoves {
    /// The game.
    pub game: GameId,
    /// Its version then.
    pub version: i64,
    /// Its count of changes to lines then.
    pub lines: i64,
    /// Whose lines, and what they shall be; nothing for none.
    pub line: ConditionalMoves,
}
