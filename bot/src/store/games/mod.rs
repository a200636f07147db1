//! Games: how they are written, found and read.

pub mod alarm;
pub mod conditional_moves;
pub mod finished;
pub mod game;
pub mod game_row;
pub mod whole_games;
