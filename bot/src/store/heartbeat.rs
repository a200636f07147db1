//! When the program ran, and when it did not.

use async_trait::async_trait;

use crate::domain::{Outage, Timestamp};
use crate::store::error::Result;

/// Keeps heartbeats and outages.
#[async_trait]
pub trait HeartbeatStore: Send + Sync + 'static {
    /// A process lives now.
    async fn beat(&self, now: Timestamp) -> Result<()>;
    /// When a process was last known to live; `None` before the first time.
    async fn last_beat(&self) -> Result<Option<Timestamp>>;
    /// Notes an outage. Of several that begin at the same instant, as several processes find them, the first one stands.
    async fn note_outage(&self, outage: Outage) -> Result<()>;
    /// Outages for which clocks have still to be put right, oldest first.
    async fn open_outages(&self) -> Result<Vec<Outage>>;
    /// Outages that ended after this instant, oldest first.
    async fn outages_since(&self, instant: Timestamp) -> Result<Vec<Outage>>;
    /// All clocks have been put right after the outage that began then.
    async fn close_outage(&self, from: Timestamp) -> Result<()>;
}
