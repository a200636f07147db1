//! Following games of others (`/watch`).

pub mod button;
pub mod command;
pub mod definition;
pub mod service;
pub mod view;
