//! People: who they are, what they have chosen, when they are away.

pub mod person;
pub mod person_record;
pub mod player;
pub mod preferences;
pub mod preset;
pub mod privacy;
pub mod puzzle;
pub mod vacation;
pub mod watch;
