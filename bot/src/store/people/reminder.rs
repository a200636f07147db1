//! Reminders and digests, apart from the alarms of games.

use crate::domain::named::named;
use crate::domain::{ChannelId, Preferences, Timestamp, UserId};
use crate::store::connection::engine::{Arg, args, claim};
use crate::store::error::Result;
use crate::store::people::player::PLAYER;
use crate::store::rows::Reader;
use crate::store::statements::Store;

named! {
    /// What a direct message with a list of games is for. A player has one of each.
    pub enum ReminderKind, "kind of reminder" {
        /// The games of which they were reminded.
        Reminder = "reminder",
        /// The games that wait for them, once a day.
        Digest = "digest",
    }
}

/// A direct message that lists games of a player, and follows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderMessage {
    pub user: UserId,
    pub kind: ReminderKind,
    pub channel_id: ChannelId,
    pub discord_id: u64,
    pub posted_at: Timestamp,
    /// A fingerprint of what it says.
    pub shown: i64,
}

impl Store {
    /// This player has done something: the reminders to them are answered.
    pub async fn record_sign_of_life(&self, user: UserId) -> Result<()> {
        let sql = "update player set silent_since = null where user_id = $1 and silent_since is not null";
        self.change(sql, args![user.0]).await.map(drop)
    }

    /// The reminders that stand in the direct messages of these players.
    pub async fn reminder_messages(&self, users: &[UserId]) -> Result<Vec<ReminderMessage>> {
        let sql = "select user_id, kind, channel_id, discord_id, posted_at, shown from reminder_message \
                   where user_id in (select cast(key as bigint) from jsonb_each($1))";
        self.list("reminder_message", sql, args![Arg::users(users)], |read| {
            Ok(ReminderMessage {
                user: read.user()?,
                kind: read.parse()?,
                channel_id: read.channel()?,
                discord_id: read.id()?,
                posted_at: read.time()?,
                shown: read.int()?,
            })
        })
        .await
    }

    /// The players of whose messages one shows this; at most `limit`.
    pub async fn reminder_messages_showing(&self, shown: i64, limit: u32) -> Result<Vec<UserId>> {
        let sql = "select distinct user_id from reminder_message where shown = $1 limit $2";
        self.list("reminder_message", sql, args![shown, limit], Reader::user).await
    }

    /// Notes which message of this kind stands now, none with `None`; `false` and nothing is changed where another one than `from` stood.
    pub async fn replace_reminder_message(
        &self,
        user: UserId,
        kind: ReminderKind,
        from: Option<u64>,
        to: Option<&ReminderMessage>,
    ) -> Result<bool> {
        match (from, to) {
            (None, None) => Ok(!self.reminder_messages(&[user]).await?.iter().any(|known| known.kind == kind)),
            (Some(from), None) => {
                let sql = "delete from reminder_message where user_id = $1 and kind = $2 and discord_id = $3 \
                           returning user_id";
                self.change_any(sql, args![user.0, kind.as_str(), from]).await
            }
            (None, Some(to)) => {
                let sql = "insert into reminder_message (user_id, kind, channel_id, discord_id, posted_at, shown) \
                           values ($1, $2, $3, $4, $5, $6) on conflict (user_id, kind) do nothing returning user_id";
                self.change_any(sql, args![user, kind.as_str(), to.channel_id, to.discord_id, to.posted_at, to.shown])
                    .await
            }
            (Some(from), Some(to)) => {
                let sql = "update reminder_message set channel_id = $3, discord_id = $4, posted_at = $5, shown = $6 \
                           where user_id = $1 and kind = $2 and discord_id = $7 returning user_id";
                self.change_any(
                    sql,
                    args![user, kind.as_str(), to.channel_id, to.discord_id, to.posted_at, to.shown, from],
                )
                .await
            }
        }
    }

    /// Replaces preferences as [`Store::set_preferences`] does, and sets the next
    /// digest, `None` for none. One write, so that a chosen digest is also scheduled.
    pub async fn set_preferences_and_digest(
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
        self.replace_preferences("player", [PLAYER, sql], user.0, [from, to], args![at], []).await
    }

    /// Claims the players whose digest is due, by moving it to `lease_until`; at most `limit`, the oldest first.
    pub async fn claim_digests(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<UserId>> {
        let is_due = "select user_id from player where digest_at <= $1 limit 1";
        let claim = claim!(
            self.engine(),
            "select user_id from player where digest_at <= $1 order by digest_at limit $3",
            "update player set digest_at = $2 where user_id in (select user_id from found) and digest_at <= $1 \
             returning user_id"
        );
        self.claim("player", [is_due, claim], args![now.0, lease_until.0, limit], Reader::user).await
    }

    /// Sets the next digest after a claimed one, `None` for none. Does nothing when it was set again since the claim.
    pub async fn next_digest(&self, user: UserId, claimed_until: Timestamp, at: Option<Timestamp>) -> Result<()> {
        let sql = "update player set digest_at = $3 where user_id = $1 and digest_at = $2";
        self.change(sql, args![user.0, claimed_until.0, at]).await.map(drop)
    }
}
