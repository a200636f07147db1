//! Somebody takes over from a player who has left: an organizer asks, and the person accepts.

pub mod command;
pub mod service;
pub mod view;
