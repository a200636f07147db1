//! What is stored about one person.

pub mod note;
pub mod player;
pub mod privacy;
pub mod reminder;
pub mod vacation;
pub mod watch;
