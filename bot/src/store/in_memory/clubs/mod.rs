//! Open challenges, ratings and ladders in memory.

pub mod ladder;
pub mod rating;
pub mod seek;
pub mod statistics;
