//! Open challenges, ratings and ladders in SQL.

pub mod ladder;
pub mod rating;
pub mod seek;
pub mod statistics;
