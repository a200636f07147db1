//! What a club has: ratings, results, organizers.

mod fair_play;
mod organizers;
mod ratings;
mod replacement;
mod results;
mod setup;
