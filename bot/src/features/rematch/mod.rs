//! *Rematch*: the same people play the same game again.

pub mod service;
pub mod view;

pub use service::{find_rematch, rematch};
