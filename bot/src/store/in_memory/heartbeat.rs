//! Heartbeats of the program, and outages.

use async_trait::async_trait;

use crate::domain::{Outage, Timestamp};
use crate::store::error::Result;
use crate::store::heartbeat::HeartbeatStore;
use crate::store::in_memory::store::InMemoryStore;

impl InMemoryStore {
    pub fn all_outages(&self) -> Vec<Outage> {
        self.state().outages.iter().map(|(outage, _)| *outage).collect()
    }
}

#[async_trait]
impl HeartbeatStore for InMemoryStore {
    async fn beat(&self, now: Timestamp) -> Result<()> {
        self.before("beat").await?;
        self.state().heartbeat = Some(now);
        self.after("beat").await
    }

    async fn last_beat(&self) -> Result<Option<Timestamp>> {
        let state = self.state();
        Ok(state.outages.iter().map(|(outage, _)| outage.until).chain(state.heartbeat).max())
    }

    async fn record_outage(&self, outage: Outage) -> Result<()> {
        let mut state = self.state();
        if state.outages.iter().all(|(other, _)| other.from != outage.from) {
            state.outages.push((outage, false));
            state.outages.sort_by_key(|(outage, _)| outage.from);
        }
        Ok(())
    }

    async fn open_outages(&self) -> Result<Vec<Outage>> {
        Ok(self.state().outages.iter().filter(|(_, credited)| !credited).map(|(outage, _)| *outage).collect())
    }

    async fn outages_since(&self, instant: Timestamp) -> Result<Vec<Outage>> {
        Ok(self.all_outages().into_iter().filter(|outage| outage.until > instant).collect())
    }

    async fn close_outage(&self, from: Timestamp) -> Result<()> {
        for (outage, credited) in &mut self.state().outages {
            *credited |= outage.from == from;
        }
        Ok(())
    }
}
