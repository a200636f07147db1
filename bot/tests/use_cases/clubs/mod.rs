//! What a club has: ratings.

mod ratings;
mod results;
mod setups;
