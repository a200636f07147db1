//! Ladders and open challenges.

mod ladders;
mod seeks;
