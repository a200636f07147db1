//! `/games`: the games of a player, and the one that waits next.

pub mod command;
pub mod definition;
pub mod press;
pub mod service;
pub mod view;
