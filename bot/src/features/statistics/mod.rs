//! `/statistics`: what is played in a server. Finished games are counted up soon after their ends.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
