//! What is stored about one person.

pub(super) mod anonymize;
pub mod data;
pub mod privacy;
pub mod watch;
