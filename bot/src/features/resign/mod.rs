//! `/resign`.

pub mod command;
pub mod service;
