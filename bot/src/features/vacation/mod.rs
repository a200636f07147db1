//! `/vacation`: planned, started, stopped, and what it does to the clocks.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
