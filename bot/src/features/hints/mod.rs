//! Three hints for the first game of a person, each shown once and to them only.

pub mod command;
pub mod service;
pub mod view;
