//! `/resign`.

pub mod command;
pub mod definition;
pub mod service;
