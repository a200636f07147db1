//! What is known of the program's own life: when it was last there, and when it was away.

use async_trait::async_trait;

use crate::domain::{GameId, Outage, Phase, Timestamp};
use crate::store::engine::{Arg, Engine};
use crate::store::error::StoreError;
use crate::store::in_memory::InMemoryStore;
use crate::store::rows::Reader;
use crate::store::sql::SqlStore;

type Result<T> = std::result::Result<T, StoreError>;

/// The part of the port about the program's own life.
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
    /// Games and challenges with a deadline after this instant, in the order of their numbers: at most `limit` after that one.
    async fn games_due_after(&self, instant: Timestamp, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>>;
}

fn outage<DB: Engine>(row: &DB::Row) -> Result<Outage> {
    let mut read = Reader::<DB>::new("outage", row);
    Ok(Outage { from: Timestamp(read.int()?), until: Timestamp(read.int()?) })
}

#[async_trait]
impl<DB: Engine> HeartbeatStore for SqlStore<DB> {
    async fn beat(&self, now: Timestamp) -> Result<()> {
        let sql = "insert into heartbeat (one, at) values (1, $1) on conflict (one) do update set at = $1";
        self.change(sql, vec![Arg::from(now.0)]).await?;
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<Timestamp>> {
        // What ended with an outage was a sign of life too, even if nobody lived to note it.
        let sql = "select max(at) from (select at from heartbeat union all select until_at from outage) as signs";
        let rows = self.rows(sql, Vec::new()).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        Ok(Reader::<DB>::new("heartbeat", row).opt_int()?.map(Timestamp))
    }

    async fn note_outage(&self, outage: Outage) -> Result<()> {
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

    async fn games_due_after(&self, instant: Timestamp, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where game_id > $2 and deadline_at > $1 and phase in ('offered', 'playing') \
                   order by game_id limit $3";
        let after = after.map_or(i64::MIN, |game| game.0);
        let rows = self.rows(sql, vec![Arg::from(instant.0), Arg::from(after), Arg::from(limit)]).await?;
        rows.iter().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).collect()
    }
}

impl InMemoryStore {
    /// All outages that were ever noted.
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

    async fn note_outage(&self, outage: Outage) -> Result<()> {
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

    async fn games_due_after(&self, instant: Timestamp, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let state = self.state();
        let running = state.games.values().map(|record| &record.game).filter(|game| {
            matches!(game.phase, Phase::Offered | Phase::Playing)
                && game.deadline_at.is_some_and(|deadline| deadline > instant)
                && after.is_none_or(|after| game.game_id > after)
        });
        Ok(running.map(|game| game.game_id).take(limit as usize).collect())
    }
}
