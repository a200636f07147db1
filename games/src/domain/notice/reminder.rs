//! Reminders for the player on turn: in the game, by direct message, or both, as they prefer.

use serde::{Deserialize, Serialize};

use crate::domain::ids::Timestamp;
use crate::domain::notice::kind::NoticeKind;

/// Each concerns the turn after `ply` moves and is not sent once the game has moved on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "reminder")]
pub enum Reminder {
    /// The turn begins and the player wants a direct message.
    Turn { ply: u32 },
    /// The deadline approaches; step 0 is the first reminder.
    Step {
        step: u32,
        ply: u32,
        /// When reminders to this player stop unless they act; `None` while that is far off.
        #[serde(default)]
        stops_at: Option<Timestamp>,
    },
}

impl Reminder {
    /// [`NoticeKind::Reminder`] appears in the list of games of which a player was reminded, and is deleted if the
    /// deadline moves.
    pub(super) const fn kind(self) -> NoticeKind {
        match self {
            Self::Turn { .. } => NoticeKind::Turn,
            Self::Step { .. } => NoticeKind::Reminder,
        }
    }

    /// Whether it also comes in the game. The board itself has mentioned the player whose turn begins.
    pub const fn is_for_game(self) -> bool {
        match self {
            Self::Turn { .. } => false,
            Self::Step { .. } => true,
        }
    }

    pub const fn ply(self) -> u32 {
        match self {
            Self::Turn { ply } | Self::Step { ply, .. } => ply,
        }
    }
}
