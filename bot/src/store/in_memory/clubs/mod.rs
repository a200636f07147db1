//! Open challenges, ratings and ladders in memory.

pub mod digest;
pub mod ladder;
pub mod leader_role;
pub mod organizer;
pub mod rating;
pub mod seek;
pub mod statistics;
