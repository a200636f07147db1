//! What clubs have: ladders, open challenges, ratings, statistics, organizers.

pub mod ladder;
pub mod organizer;
pub mod rating;
pub mod seek;
pub mod statistics;
pub mod tournament;
