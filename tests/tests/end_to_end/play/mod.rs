//! Games from the challenge to the end.

mod agreements;
mod challenges;
mod engine;
mod games;
mod hidden_colors;
