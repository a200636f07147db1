//! What is stored about a person: shown, handed out, deleted (`/privacy`).

pub mod button;
pub mod command;
pub mod definition;
pub mod service;
pub mod view;
