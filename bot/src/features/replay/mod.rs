//! `/replay`: a game as an animation.

pub mod command;
