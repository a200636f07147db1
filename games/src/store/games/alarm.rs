//! Alarms and deadlines of games.

use crate::domain::{GameId, Timestamp};
use crate::store::connection::engine::{args, claim};
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

impl Store {
    /// Claims games whose alarm is due, by moving their `wake_at` to `lease_until`.
    pub async fn claim_due(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<GameId>> {
        let sql = claim!(
            self.engine(),
            "select game_id from game where wake_at <= $1 order by wake_at limit $3",
            "update game set wake_at = $2 where game_id in (select game_id from found) and wake_at <= $1 returning game_id"
        );
        let rows = self.change(sql, args![now.0, lease_until.0, limit]).await?;
        rows.into_iter().map(|row| Reader::new("game", row).game()).collect()
    }

    /// Number of due alarms that are not claimed, and the time of the oldest.
    pub async fn due_alarms(&self, now: Timestamp) -> Result<(u64, Option<Timestamp>)> {
        let sql = "select count(*), min(wake_at) from game where wake_at <= $1";
        let due = self.first("game", sql, args![now.0], |read| Ok((read.id()?, read.opt_time()?))).await?;
        Ok(due.unwrap_or_default())
    }

    /// Games and challenges with a deadline after `instant`; by id, after the id `after`, at most `limit`.
    pub async fn games_due_after(&self, instant: Timestamp, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where game_id > $2 and deadline_at > $1 and phase in ('offered', 'playing') \
                   order by game_id limit $3";
        let after = after.map_or(i64::MIN, |game| game.0);
        self.list("game", sql, args![instant.0, after, limit], Reader::game).await
    }
}
