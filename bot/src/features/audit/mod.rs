//! The log of what organizers of a server have done.

pub mod command;
pub mod service;
pub mod view;
