//! Heartbeats of the program, and outages.

use async_trait::async_trait;

use crate::domain::{Outage, Timestamp};
use crate::store::error::Result;

/// Stores heartbeats and outages.
#[async_trait]
pub trait HeartbeatStore: Send + Sync + 'static {
    /// Records that a process is running now.
    async fn beat(&self, now: Timestamp) -> Result<()>;
    /// The last heartbeat of any process.
    async fn last_beat(&self) -> Result<Option<Timestamp>>;
    /// Records an outage. Several processes may find the same one: the first record for its start is kept.
    async fn record_outage(&self, outage: Outage) -> Result<()>;
    /// Outages after which clocks have not been corrected yet, oldest first.
    async fn open_outages(&self) -> Result<Vec<Outage>>;
    /// Outages that ended after this instant, oldest first.
    async fn outages_since(&self, instant: Timestamp) -> Result<Vec<Outage>>;
    /// Marks the outage that began at `from` as corrected for all clocks.
    async fn close_outage(&self, from: Timestamp) -> Result<()>;
}
