//! What follows from the competitions of a server: messages that are edited as they go on, and the role of a leader.

pub mod competition_posts;
pub mod ladder_digest;
pub mod leader_role;
