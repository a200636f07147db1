//! What is being played in a server (`/live`).

pub mod button;
pub mod command;
pub mod definition;
pub mod service;
pub mod view;
