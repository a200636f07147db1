//! `/settings` and `/setup`: what players and servers choose.

pub mod block;
pub mod channels;
pub mod command;
pub mod definition;
pub mod manager;
pub mod picture;
pub mod service;
