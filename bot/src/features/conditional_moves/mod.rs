//! `/line`: conditional moves, answered at once when the opponent plays what was foreseen.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
