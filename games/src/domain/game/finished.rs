//! A finished game of a player.

use crate::domain::game::end_reason::EndReason;
use crate::domain::game::{Game, SeatedPlayer};
use crate::domain::ids::Timestamp;

/// Of a player's losses on time within this many milliseconds, only the first counts for reliability and ratings.
pub const MASS_TIME_OUT_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub game: Game,
    pub seat: SeatedPlayer,
    pub ended_at: Timestamp,
}

impl Finished {
    /// Did this player run out of time?
    pub fn is_lost_on_time(&self) -> bool {
        self.game.end_reason() == Some(EndReason::Time) && self.game.loser() == Some(self.seat.seat)
    }
}
