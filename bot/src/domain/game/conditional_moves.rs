//! Conditional moves: what a player answers to what. They are their owner's secret, so nothing that others see tells of them: no
//! version, no event.

use rules::Refusal;
use serde::{Deserialize, Serialize};

use crate::domain::ids::{GameId, UserId};

/// A turn, and what may follow it. Where its owner is to move, one turn at most, but for the move that they have to make now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// Canonical notation.
    pub turn: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Branch>,
}

/// What one player answers in one game, from the board as it is.
#[derive(Clone, PartialEq, Eq)]
pub struct ConditionalMoves {
    pub user: UserId,
    pub tree: Vec<Branch>,
}

/// Logs do not show what a player plans.
impl std::fmt::Debug for ConditionalMoves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConditionalMoves").field("user", &self.user).finish_non_exhaustive()
    }
}

/// A player's lines as they shall be, decided on the game as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetConditionalMoves {
    pub game: GameId,
    pub version: i64,
    /// Its count of changes to conditional moves then.
    pub conditional_moves_version: i64,
    /// Whose lines, and what they shall be; nothing for none.
    pub line: ConditionalMoves,
}

#[derive(Debug, thiserror::Error)]
pub enum ConditionalMovesError {
    /// With hidden colors it would reveal what is legal.
    #[error("conditional moves would reveal hidden colors")]
    ColorsHidden,
    /// It is the player's turn, and the line does not begin with their move, or answers nothing.
    #[error("the line needs the player's own next move and an answer")]
    OnTurn,
    #[error("the line has no moves")]
    Empty,
    /// A turn that cannot be played there: its place in the line, its text, and why.
    #[error("turn {0}, {1}: {2}")]
    Illegal(usize, String, Refusal),
    /// A turn of others that cannot be played there: its place in the line, and its text.
    #[error("turn {0}, {1}, is none of theirs")]
    IllegalOfOthers(usize, String),
    /// The player answers otherwise already: the turns before, the answer that stands, and the new one.
    #[error("another line already answers this turn")]
    Contradicts { after: Vec<String>, stands: String, new: String },
    #[error("the line ends without an answer")]
    Unanswered(String),
    #[error("too many turns")]
    TooMany,
    #[error("the line is too long")]
    TooLong,
    #[error("there is no such line")]
    None,
}
