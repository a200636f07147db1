//! `/history`: the moves of a game, its last positions and its score.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
