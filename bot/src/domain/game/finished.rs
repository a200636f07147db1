//! A finished game of a player.

use crate::domain::game::{Game, SeatedPlayer};
use crate::domain::ids::Timestamp;

/// Of the games that a player loses on time within so many milliseconds, the first one counts for reliability and ratings.
pub const MASS_TIME_OUT_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub game: Game,
    pub seat: SeatedPlayer,
    pub ended_at: Timestamp,
}
