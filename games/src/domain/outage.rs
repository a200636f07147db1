//! Time during which no process of the bot was running.

use crate::domain::ids::Timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// The last heartbeat before it.
    pub from: Timestamp,
    /// The first heartbeat after it.
    pub until: Timestamp,
}
