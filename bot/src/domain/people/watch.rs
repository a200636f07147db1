//! Somebody follows a game of others.

use crate::domain::ids::{ChannelId, GameId, Timestamp, UserId};
use crate::domain::named::named;

/// Games that one person can watch at the same time: a select has as many entries.
pub const MOST_WATCHED: usize = 25;

/// People who can watch one game.
pub const MOST_WATCHERS: u32 = 200;

named! {
    pub enum WatchHow, "way to watch" {
        /// By a direct message that is edited with each move.
        Moves = "moves",
        /// By a direct message at the end.
        End = "end",
        /// In its thread.
        Thread = "thread",
        /// No more: Discord took no direct message. They are told when they look at their list.
        Closed = "closed",
        /// No more: they have stopped. Their message has still to say so, or one may be on its way.
        Stopped = "stopped",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    pub game: GameId,
    pub user: UserId,
    pub how: WatchHow,
    /// The version of the game that they know of; [`Self::NEW`]: none, [`Self::STOPPED`]: their message says that they stopped.
    pub seen: i64,
    /// The direct message that is edited.
    pub message: Option<(ChannelId, u64)>,
    /// Not to be looked at before: a claim, a pause between edits, or after a failure.
    pub next_at: Timestamp,
}

impl Watch {
    pub const NEW: i64 = -1;
    /// It is stopped, and their message, where there is one, says that they stopped.
    pub const STOPPED: i64 = -2;
}
