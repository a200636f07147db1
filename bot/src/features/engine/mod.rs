//! The bot as an opponent: its search threads, and the games against it.

pub mod hint;
pub mod service;
pub mod threads;
pub mod view;
