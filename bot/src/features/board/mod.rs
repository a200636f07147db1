//! `/board`: looks at a game.

pub mod command;
pub mod definition;
pub mod view;
