//! Ports of a club: its open challenges, its ratings and its ladders.

pub mod ladder;
pub mod rating;
pub mod seek;
pub mod statistics;
