//! `/export`: a game as files.

pub mod command;
pub mod service;
