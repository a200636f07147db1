//! `/games`: the games of a player.

pub mod command;
pub mod definition;
pub mod view;
