//! What is posted for a server by itself: messages of competitions that are edited as they go on, the daily puzzle. And the role of a
//! leader.

pub mod competition_posts;
pub mod daily_puzzle;
pub mod ladder_digest;
pub mod leader_role;
