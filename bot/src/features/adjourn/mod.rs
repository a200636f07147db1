//! Adjourning and resuming a game by agreement.

pub mod command;
pub mod service;
pub mod view;
