//! `/replay`: a game as an animation.

pub mod command;
pub mod definition;
