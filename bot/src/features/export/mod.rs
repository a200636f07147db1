//! `/export`: a game as files.

pub mod command;
pub mod definition;
pub mod service;
