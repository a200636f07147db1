//! `/claim`: ending a game that the opponent has left.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
