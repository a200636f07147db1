//! Moves, positions and records as text.

mod ends;
mod notation;
mod records;
