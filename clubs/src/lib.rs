//! Clubs without Discord: ladders, tournaments, ratings, seasons and what organizers decide. Rules (`domain`), SQL (`store`) and decisions.

pub mod audit;
pub mod authority;
pub mod competitions;
pub mod domain;
pub mod fair_play;
pub mod ladders;
pub mod organizers;
pub mod ratings;
mod refusal;
pub mod statistics;
pub mod store;
pub mod tournaments;

pub use refusal::ClubError;
