//! What is stored about one person.

pub mod privacy;
pub mod watch;
