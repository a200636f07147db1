//! The role that the leader of a ladder has.

pub mod command;
pub mod service;
