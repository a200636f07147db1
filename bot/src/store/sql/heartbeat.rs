//! Heartbeats of the program, and outages.

use async_trait::async_trait;

use crate::domain::{Outage, Timestamp};
use crate::store::error::Result;
use crate::store::heartbeat::HeartbeatStore;
use crate::store::sql::connection::engine::{Arg, Engine};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;

fn outage<DB: Engine>(row: &DB::Row) -> Result<Outage> {
    let mut read = Reader::<DB>::new("outage", row);
    Ok(Outage { from: Timestamp(read.int()?), until: Timestamp(read.int()?) })
}

#[async_trait]
impl<DB: Engine> HeartbeatStore for SqlStore<DB> {
    async fn beat(&self, now: Timestamp) -> Result<()> {
        let sql = "insert into heartbeat (one, at) values (1, $1) on conflict (one) do update set at = $1";
        let write = || self.change(sql, vec![Arg::from(now.0)]);
        let Some(file) = &self.file else { return write().await.map(drop) };
        self.compare_file().await?;
        file.begin_heartbeat();
        write().await?;
        // What was written is in the log, unless the log was deleted. Only while connections are replaced, after an error, it
        // may be missing for a moment; a second write has it back.
        if !file.has_log() {
            write().await?;
            if !file.has_log() {
                self.stop_writing();
                return Err(file.declare_gone());
            }
        }
        // The next comparison is to read the file, and not its log.
        file.finish_heartbeat(now, self.move_log().await);
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<Timestamp>> {
        // The end of an outage counts as a heartbeat, even if the process died before recording one.
        let sql = "select max(at) from (select at from heartbeat union all select until_at from outage) as signs";
        let rows = self.rows(sql, Vec::new()).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        Ok(Reader::<DB>::new("heartbeat", row).opt_int()?.map(Timestamp))
    }

    async fn record_outage(&self, outage: Outage) -> Result<()> {
        let sql =
            "insert into outage (from_at, until_at, credited) values ($1, $2, 0) on conflict (from_at) do nothing";
        self.change(sql, vec![Arg::from(outage.from.0), Arg::from(outage.until.0)]).await?;
        Ok(())
    }

    async fn open_outages(&self) -> Result<Vec<Outage>> {
        let sql = "select from_at, until_at from outage where credited = 0 order by from_at";
        self.rows(sql, Vec::new()).await?.iter().map(outage::<DB>).collect()
    }

    async fn outages_since(&self, instant: Timestamp) -> Result<Vec<Outage>> {
        let sql = "select from_at, until_at from outage where until_at > $1 order by from_at";
        self.rows(sql, vec![Arg::from(instant.0)]).await?.iter().map(outage::<DB>).collect()
    }

    async fn close_outage(&self, from: Timestamp) -> Result<()> {
        self.change("update outage set credited = 1 where from_at = $1", vec![Arg::from(from.0)]).await?;
        Ok(())
    }
}
