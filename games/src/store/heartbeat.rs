//! Heartbeats of the program, and outages.

use crate::domain::{Outage, Timestamp};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

fn outage(read: &mut Reader) -> Result<Outage> {
    Ok(Outage { from: read.time()?, until: read.time()? })
}

impl Store {
    pub async fn beat(&self, now: Timestamp) -> Result<()> {
        let sql = "insert into heartbeat (one, at) values (1, $1) on conflict (one) do update set at = $1";
        if let Some(file) = &self.file {
            self.compare_file().await?;
            file.note_heartbeat(None);
        }
        self.change(sql, args![now.0]).await?;
        if let Some(file) = &self.file {
            file.note_heartbeat(Some(now));
            // So that the next comparison reads the file, not its log.
            self.move_log().await;
        }
        Ok(())
    }

    /// The last heartbeat of any process.
    pub async fn last_beat(&self) -> Result<Option<Timestamp>> {
        // The end of an outage counts as a heartbeat, even if the process died before recording one.
        let sql = "select max(at) from (select at from heartbeat union all select until_at from outage) as signs";
        Ok(self.first("heartbeat", sql, Vec::new(), Reader::opt_time).await?.flatten())
    }

    /// Records an outage. Several processes may find the same one: the first record for its start is kept.
    pub async fn record_outage(&self, outage: Outage) -> Result<()> {
        let sql =
            "insert into outage (from_at, until_at, credited) values ($1, $2, 0) on conflict (from_at) do nothing";
        self.change(sql, args![outage.from.0, outage.until.0]).await.map(drop)
    }

    /// Outages after which clocks have not been corrected yet, oldest first.
    pub async fn open_outages(&self) -> Result<Vec<Outage>> {
        let sql = "select from_at, until_at from outage where credited = 0 order by from_at";
        self.list("outage", sql, Vec::new(), outage).await
    }

    /// Outages that ended after this instant, oldest first.
    pub async fn outages_since(&self, instant: Timestamp) -> Result<Vec<Outage>> {
        let sql = "select from_at, until_at from outage where until_at > $1 order by from_at";
        self.list("outage", sql, args![instant.0], outage).await
    }

    /// Marks the outage that began at `from` as corrected for all clocks.
    pub async fn close_outage(&self, from: Timestamp) -> Result<()> {
        self.change("update outage set credited = 1 where from_at = $1", args![from.0]).await.map(drop)
    }
}
