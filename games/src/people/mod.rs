//! People and servers: their records, their preferences, and access from a browser.

pub mod launches;
mod players;
mod preferences;
pub mod web_sessions;
