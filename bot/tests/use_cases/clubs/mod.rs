//! What a club has: ratings, results, statistics.

mod ratings;
mod results;
mod setups;
mod statistics;
