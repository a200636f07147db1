//! Draws: offered, accepted, declined, withdrawn, claimed.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
