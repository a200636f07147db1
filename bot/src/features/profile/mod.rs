//! `/profile`: reliability and record of a player.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
