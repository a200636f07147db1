//! What is said to the player on turn, in the game, by direct message, or both: as they have chosen.

use serde::{Deserialize, Serialize};

use crate::domain::ids::Timestamp;
use crate::domain::notice::kind::NoticeKind;

/// Each is about the turn after `ply` moves, and is not sent once the game has moved on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "reminder")]
pub enum Reminder {
    /// The turn begins, and the player wants a direct message.
    Turn { ply: u32 },
    /// The deadline comes nearer; step 0 is the first one.
    Step {
        step: u32,
        ply: u32,
        /// When reminders to this player stop, unless they do something; `None` while that is far.
        #[serde(default)]
        stops_at: Option<Timestamp>,
    },
}

impl Reminder {
    /// [`NoticeKind::Reminder`] stands in the list of all games of which the player was reminded, and goes when the deadline moves.
    pub(super) const fn kind(self) -> NoticeKind {
        match self {
            Self::Turn { .. } => NoticeKind::Turn,
            Self::Step { .. } => NoticeKind::Reminder,
        }
    }

    pub const fn ply(self) -> u32 {
        match self {
            Self::Turn { ply } | Self::Step { ply, .. } => ply,
        }
    }
}
