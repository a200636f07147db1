//! `/learn`: ten small exercises on the board, from the first move to the sixth ejection.

pub mod button;
pub mod command;
pub mod definition;
pub mod exercises;
pub mod service;
pub mod view;
