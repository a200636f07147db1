//! `/takeback`: undoing the caller's last turn by agreement.

pub mod command;
pub mod service;
pub mod view;
