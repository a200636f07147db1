//! What is known of people and servers, what they have chosen, and who may act from a browser.

pub mod activity;
pub mod launches;
mod players;
mod preferences;
pub mod web_sessions;
