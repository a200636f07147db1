//! What a club has: ratings, results, organizers.

mod organizers;
mod ratings;
mod results;
mod setup;
