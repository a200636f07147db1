//! Clubs: ratings, results, organizers, statistics.

mod competition;
mod fair_play;
mod organizers;
mod ratings;
mod replacement;
mod results;
mod setup;
mod statistics;
mod threads;
