//! Conditional moves: answers that a player prepares. They are secret, so nothing that others see reveals them: no
//! version, no event.

use rules::Refusal;
use serde::{Deserialize, Serialize};

use crate::domain::ids::{GameId, UserId};

/// Maximum turns in all of a player's lines in one game.
pub const MAX_TURNS: usize = 200;

/// Maximum turns in one line. Stored turns are nested JSON, which cannot be read back deeper than about 60.
pub const MAX_DEPTH: usize = 40;

/// A turn and its continuations. Where the owner is to move there is at most one turn, except for the move they have
/// to make now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// Canonical notation.
    pub turn: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Branch>,
}

/// One player's prepared answers in one game, from the current board.
#[derive(Clone, PartialEq, Eq)]
pub struct ConditionalMoves {
    pub user: UserId,
    pub tree: Vec<Branch>,
}

/// Keeps a player's plans out of logs.
impl std::fmt::Debug for ConditionalMoves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConditionalMoves").field("user", &self.user).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetConditionalMoves {
    pub game: GameId,
    pub version: i64,
    /// The game's count of changes to conditional moves at that version.
    pub conditional_moves_version: i64,
    /// The player and their new lines; empty for none.
    pub line: ConditionalMoves,
}

#[derive(Debug, thiserror::Error)]
pub enum ConditionalMovesError {
    /// With hidden colors, conditional moves would reveal which moves are legal.
    #[error("conditional moves would reveal hidden colors")]
    ColorsHidden,
    /// It is the player's turn, and the line does not begin with their move or has no answer.
    #[error("the line needs the player's own next move and an answer")]
    OnTurn,
    #[error("the line has no moves")]
    Empty,
    /// A turn that cannot be played: its place in the line, its text and the reason.
    #[error("turn {0}, {1}: {2}")]
    Illegal(usize, String, Refusal),
    /// A turn that the other players cannot make: its place in the line and its text.
    #[error("turn {0}, {1}, is none of theirs")]
    IllegalOfOthers(usize, String),
    /// The player already has a different answer: the turns before it, the existing answer and the new one.
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
