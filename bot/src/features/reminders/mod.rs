//! Reminders and digests: when, where and how a player is reminded.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
