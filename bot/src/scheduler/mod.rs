//! The loops that wake up. They are started from the program's entry, not from an event, and stop when asked to.

pub mod alarms;
pub mod clubs;
pub mod deletions;
pub mod digests;
pub mod heartbeat;
pub mod ladder_digests;
pub mod results;
pub mod watches;
