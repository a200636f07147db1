//! Events, ladders and open challenges.

mod events;
mod ladders;
mod seasons;
mod seeks;
