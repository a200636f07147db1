//! `/more-time`: a gift of time to the opponent.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
