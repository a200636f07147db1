//! What clubs have: ladders, open challenges, ratings, organizers.

pub mod ladder;
pub mod organizer;
pub mod preset;
pub mod rating;
pub mod seek;
pub mod statistics;
