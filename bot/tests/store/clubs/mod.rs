//! Ladders, open challenges, ratings, organizers.

pub mod ladders;
pub mod organizers;
pub mod ratings;
pub mod seeks;
pub mod statistics;
pub mod tournaments;
