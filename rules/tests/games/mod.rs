//! The rules of each game, as tables and cases that a player can read.

mod abalone;
mod builders;
mod fliporona;
mod foreign_positions;
mod grand_abalone;
mod notalone;
mod options;
mod passes;
mod summary;
mod two_boards;
