//! Games from the challenge to the end.

mod agreements;
mod challenges;
mod engine;
mod games;
mod guided_play;
mod many_games;
mod multiplayer;
mod steps;
