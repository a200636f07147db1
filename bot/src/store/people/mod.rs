//! What is stored about people: names, preferences, reminders, vacations, watches, and its deletion.

pub mod note;
pub mod player;
pub mod privacy;
pub mod reminder;
pub mod vacation;
pub mod watch;
