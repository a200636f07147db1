//! Events and ladders.

mod events;
mod ladders;
mod seasons;
