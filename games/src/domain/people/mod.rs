//! People: identities, preferences, privacy, puzzles, vacations and watching.

pub mod player;
pub mod preferences;
pub mod preset;
pub mod privacy;
pub mod puzzle;
pub mod vacation;
pub mod watch;
