//! Challenges: made, accepted, declined, withdrawn, and rematches.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
