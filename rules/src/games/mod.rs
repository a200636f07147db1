//! The games, each a [`Ruleset`](crate::Ruleset).

pub mod abalone;
pub mod fliporona;
pub mod notalone;
pub mod two_boards;
