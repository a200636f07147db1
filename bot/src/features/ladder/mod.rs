//! Ladders of a club.

pub mod button;
pub mod command;
pub mod definition;
pub mod digest;
pub(crate) mod draft;
pub mod organize;
pub mod press;
pub mod refusal;
pub mod service;
pub mod view;
