//! `/takeback`: undoing the caller's last turn by agreement.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
