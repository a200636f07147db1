//! People who watch games of others.

use crate::domain::ids::{ChannelId, GameId, Timestamp, UserId};
use base::named::named;

/// Games that one person can watch at once: the number of entries in a select.
pub const MOST_WATCHED: usize = 25;

pub const MOST_WATCHERS: u32 = 200;

named! {
    pub enum WatchHow, "way to watch" {
        /// A direct message that is edited with each move.
        Moves = "moves",
        /// A direct message at the end.
        End = "end",
        /// In the game's thread.
        Thread = "thread",
        /// Ended, because Discord refused a direct message. The person learns it from their list.
        Closed = "closed",
        /// Ended by the person. Their message must still say so, or one may be on its way.
        Stopped = "stopped",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    pub game: GameId,
    pub user: UserId,
    pub how: WatchHow,
    /// The game version they were shown. [`Self::NEW`]: none; [`Self::STOPPED`]: their message says that they stopped.
    pub seen: i64,
    /// The direct message that is edited.
    pub message: Option<(ChannelId, u64)>,
    /// Not processed earlier, because of a claim, the pause between edits, or a failure.
    pub next_at: Timestamp,
}

impl Watch {
    pub const NEW: i64 = -1;
    /// Stopped, and their message, if there is one, says so.
    pub const STOPPED: i64 = -2;
}
