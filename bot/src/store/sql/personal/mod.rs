//! What is stored about one person.

mod anonymize;
pub mod data;
pub mod privacy;
pub mod watch;
