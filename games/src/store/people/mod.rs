//! Data stored about one person.

pub(super) mod anonymize;
pub mod data;
pub mod note;
pub mod player;
pub mod privacy;
pub mod puzzle;
pub mod rating;
pub mod reminder;
pub mod vacation;
pub mod watch;
pub mod web_session;
