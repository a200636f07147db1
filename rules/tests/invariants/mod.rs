//! Invariants of every position of random games.

mod abalone;
mod any_text;
mod covering;
mod fliporona;
mod notalone;
