//! What follows from the competitions of a server: messages that are edited as they go on, the end of a season, and the role of a leader.

pub mod competition_posts;
pub mod ladder_digest;
pub mod leader_role;
pub mod season_posts;
