//! Open challenges, ratings and ladders in memory.

pub mod digest;
pub mod ladder;
pub mod organizer;
pub mod rating;
pub mod seek;
