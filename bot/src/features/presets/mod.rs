//! Challenges that are kept by name: a person's own, those of a server, and the newest game.

pub mod command;
pub mod service;
pub mod view;
