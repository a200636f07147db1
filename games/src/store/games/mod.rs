//! Writing, finding and reading games.

pub mod alarm;
pub mod conditional_moves;
pub mod finished;
pub mod game;
pub mod game_row;
pub mod seek;
pub mod whole_games;
