//! *Play from here*: a position of a finished game is where another one begins.

pub mod command;
pub mod service;
