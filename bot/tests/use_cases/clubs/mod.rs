//! What a club has: ratings.

mod ratings;
mod results;
