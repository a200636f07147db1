//! Alarms and deadlines of games.

use async_trait::async_trait;

use crate::domain::{GameId, Timestamp};
use crate::store::alarm::AlarmStore;
use crate::store::error::Result;
use crate::store::sql::connection::engine::{Arg, Engine, args, claim};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;

#[async_trait]
impl<DB: Engine> AlarmStore for SqlStore<DB> {
    async fn claim_due(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<GameId>> {
        // Usually nothing is due, and a read does not disturb writers.
        let sql = "select game_id from game where wake_at <= $1 limit 1";
        if self.rows(sql, args![now.0]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let sql = claim!(
            DB,
            "select game_id from game where wake_at <= $1 order by wake_at limit $3",
            "update game set wake_at = $2 where game_id in (select game_id from found) and wake_at <= $1 returning game_id"
        );
        let rows = self.change(sql, args![now.0, lease_until.0, limit]).await?;
        rows.iter().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).collect()
    }

    async fn due_alarms(&self, now: Timestamp) -> Result<(u64, Option<Timestamp>)> {
        let sql = "select count(*), min(wake_at) from game where wake_at <= $1";
        let rows = self.rows(sql, args![now.0]).await?;
        let Some(row) = rows.first() else { return Ok((0, None)) };
        let mut reader = Reader::<DB>::new("game", row);
        Ok((reader.int()?.cast_unsigned(), reader.opt_int()?.map(Timestamp)))
    }

    async fn games_due_after(&self, instant: Timestamp, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where game_id > $2 and deadline_at > $1 and phase in ('offered', 'playing') \
                   order by game_id limit $3";
        let after = after.map_or(i64::MIN, |game| game.0);
        let rows = self.rows(sql, vec![Arg::from(instant.0), Arg::from(after), Arg::from(limit)]).await?;
        rows.iter().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).collect()
    }
}
