//! Reminders and digests, apart from the alarms of games.

use async_trait::async_trait;

use crate::domain::{ChannelId, Preferences, Timestamp, UserId};
use crate::store::error::Result;
use crate::store::people::reminder::{ReminderMessage, ReminderStore};
use crate::store::sql::connection::engine::{Arg, Engine, args, claim};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;

#[async_trait]
impl<DB: Engine> ReminderStore for SqlStore<DB> {
    async fn record_sign_of_life(&self, user: UserId) -> Result<()> {
        let sql = "update player set silent_since = null where user_id = $1 and silent_since is not null";
        self.change(sql, vec![Arg::from(user.0)]).await?;
        Ok(())
    }

    async fn reminder_messages(&self, users: &[UserId]) -> Result<Vec<ReminderMessage>> {
        let sql = "select user_id, channel_id, discord_id, posted_at, shown from reminder_message \
                   where user_id in (select cast(key as bigint) from jsonb_each($1))";
        let rows = self.rows(sql, args![Arg::keys(users.iter().map(|user| user.0.cast_signed()))]).await?;
        let message = |row| {
            let mut read = Reader::<DB>::new("reminder_message", row);
            Ok(ReminderMessage {
                user: UserId(read.id()?),
                channel_id: ChannelId(read.id()?),
                discord_id: read.id()?,
                posted_at: read.time()?,
                shown: read.int()?,
            })
        };
        rows.iter().map(message).collect()
    }

    async fn reminder_messages_showing(&self, shown: i64, limit: u32) -> Result<Vec<UserId>> {
        let sql = "select user_id from reminder_message where shown = $1 limit $2";
        let rows = self.rows(sql, args![shown, limit]).await?;
        rows.iter().map(|row| Reader::<DB>::new("reminder_message", row).id().map(UserId)).collect()
    }

    async fn replace_reminder_message(
        &self,
        user: UserId,
        from: Option<u64>,
        to: Option<&ReminderMessage>,
    ) -> Result<bool> {
        let written = match (from, to) {
            (None, None) => return Ok(self.reminder_messages(&[user]).await?.is_empty()),
            (Some(from), None) => {
                let sql = "delete from reminder_message where user_id = $1 and discord_id = $2 returning user_id";
                self.change(sql, args![user.0, from]).await?
            }
            (None, Some(to)) => {
                let sql = "insert into reminder_message (user_id, channel_id, discord_id, posted_at, shown) \
                           values ($1, $2, $3, $4, $5) on conflict (user_id) do nothing returning user_id";
                self.change(sql, args![user.0, to.channel_id.0, to.discord_id, to.posted_at.0, to.shown]).await?
            }
            (Some(from), Some(to)) => {
                let sql = "update reminder_message set channel_id = $2, discord_id = $3, posted_at = $4, shown = $5 \
                           where user_id = $1 and discord_id = $6 returning user_id";
                self.change(sql, args![user.0, to.channel_id.0, to.discord_id, to.posted_at.0, to.shown, from]).await?
            }
        };
        Ok(!written.is_empty())
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
