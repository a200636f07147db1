//! Replays games from their records, and handles those that cannot be read.

pub mod consistency;
pub mod damaged;
pub mod record;
pub mod replayed_game;
