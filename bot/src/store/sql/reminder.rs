//! Reminders and digests, apart from the alarms of games.

use async_trait::async_trait;

use crate::domain::{Preferences, Timestamp, UserId};
use crate::store::error::Result;
use crate::store::reminder::ReminderStore;
use crate::store::sql::connection::engine::{Arg, Engine, args, claim};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;

#[async_trait]
impl<DB: Engine> ReminderStore for SqlStore<DB> {
    async fn reset_ignored_reminders(&self, user: UserId) -> Result<()> {
        let sql = "update player set ignored = 0 where user_id = $1 and ignored > 0";
        self.change(sql, vec![Arg::from(user.0)]).await?;
        Ok(())
    }

    async fn set_preferences_and_digest(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        at: Option<Timestamp>,
    ) -> Result<bool> {
        let sql = "insert into player (user_id, dm_closed, preferences, digest_at) select $1, 0, $2, $4 where $3 = '' \
                   or exists (select 1 from player where user_id = $1) on conflict (user_id) \
                   do update set preferences = $2, digest_at = $4 where coalesce(player.preferences, '') = $3 \
                   returning user_id";
        self.replace_player_preferences(user, from, to, sql, args![at.map(|at| at.0)]).await
    }

    async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>> {
        // Usually nothing is due, and a read does not disturb writers.
        let sql = "select user_id from player where digest_at <= $1 limit 1";
        if self.rows(sql, args![now.0]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let sql = claim!(
            DB,
            "select user_id from player where digest_at <= $1 order by digest_at limit $3",
            "update player set digest_at = $2 where user_id in (select user_id from found) and digest_at <= $1 \
             returning user_id"
        );
        let args = vec![Arg::from(now.0), Arg::from(lease_until.0), Arg::from(limit)];
        let rows = self.change(sql, args).await?;
        rows.iter().map(|row| Reader::<DB>::new("player", row).id().map(UserId)).collect()
    }

    async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Option<Timestamp>) -> Result<()> {
        let sql = "update player set digest_at = $3 where user_id = $1 and digest_at = $2";
        self.change(sql, args![user.0, claimed_until.0, at.map(|at| at.0)]).await?;
        Ok(())
    }
}
