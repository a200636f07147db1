//! `/abort`: ends a game without a result before everybody has moved.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
