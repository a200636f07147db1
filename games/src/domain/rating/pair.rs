//! Limit on rated games between the same two players.
//!
//! Glicko-2 has no weights: counting a result by half would distort the deviations. So a result counts fully or not at
//! all, and both players know which before they play.

/// Rated games that the same two players may play within [`PAIR_DAYS`]; further ones are casual.
pub const PAIR_GAMES: u32 = 12;

pub const PAIR_DAYS: u32 = 30;
