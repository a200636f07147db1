//! Open challenges, ratings and competitions in SQL.

pub mod competition;
pub mod digest;
pub mod ladder;
pub mod leader_role;
pub mod organizer;
pub mod puzzle_channel;
pub mod rating;
pub mod rating_replacement;
pub mod seek;
pub mod statistics;
pub mod tournament;
