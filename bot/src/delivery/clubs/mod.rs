//! What follows from the ladders of a server: the message with their changes, and the role of their leader.

pub mod ladder_digest;
pub mod leader_role;
pub mod tournament_posts;
