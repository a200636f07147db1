//! A game read from its record, and what is done about one that cannot be read.

pub mod consistency;
pub mod damaged;
pub mod record;
pub mod replayed_game;
