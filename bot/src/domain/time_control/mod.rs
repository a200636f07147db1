//! How much time players have, and what pauses their clocks.

pub mod pace;
pub mod tempo;
