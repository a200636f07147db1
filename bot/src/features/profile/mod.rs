//! `/profile`: reliability and record of a player.

pub mod command;
pub mod service;
