//! How many games of the same two players count.
//!
//! Glicko-2 has no weights: a result that counts half would leave the deviations wrong. So a result counts whole or not at all,
//! and both players know which before they play.

/// So many rated games of the same two players may be offered within [`PAIR_DAYS`]; further ones are casual.
pub const PAIR_GAMES: u32 = 12;

/// The days in which the rated games of two players are counted.
pub const PAIR_DAYS: u32 = 30;
