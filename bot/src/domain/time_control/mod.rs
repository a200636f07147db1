//! How much time players have, and what pauses their clocks.

pub mod control;
pub mod pace;
