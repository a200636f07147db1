//! Reminders and digests, which are separate from the alarms of games.

use crate::domain::{ChannelId, Preferences, Timestamp, UserId};
use crate::store::connection::engine::{Arg, args};
use crate::store::error::Result;
use crate::store::jobs::{JobKind, schedule};
use crate::store::rows::Reader;
use crate::store::statements::Store;
use base::named::named;

named! {
    /// The purpose of a direct message with a list of games. A player has at most one of each.
    pub enum ReminderKind, "kind of reminder" {
        /// The games of which they were reminded.
        Reminder = "reminder",
        /// The games that wait for them, once a day.
        Digest = "digest",
    }
}

/// A direct message that lists games of a player and is kept up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderMessage {
    pub user: UserId,
    pub kind: ReminderKind,
    pub channel_id: ChannelId,
    pub discord_id: u64,
    pub posted_at: Timestamp,
    /// A fingerprint of its content.
    pub shown: i64,
}

impl Store {
    /// Records that this player has acted, which answers the reminders to them.
    pub async fn record_sign_of_life(&self, user: UserId) -> Result<()> {
        let sql = "update player set silent_since = null where user_id = $1 and silent_since is not null";
        self.change(sql, args![user.0]).await.map(drop)
    }

    /// Reminder messages in the DM channels of these players.
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

    /// Players with a message that has this fingerprint; at most `limit`.
    pub async fn reminder_messages_showing(&self, shown: i64, limit: u32) -> Result<Vec<UserId>> {
        let sql = "select distinct user_id from reminder_message where shown = $1 limit $2";
        self.list("reminder_message", sql, args![shown, limit], Reader::user).await
    }

    /// Records which message of this kind exists now; `None` for no message. Returns `false` without changes if the
    /// recorded one is not `from`.
    pub async fn replace_reminder_message(
        &self,
        user: UserId,
        kind: ReminderKind,
        from: Option<u64>,
        to: Option<&ReminderMessage>,
    ) -> Result<bool> {
        match (from, to) {
            (None, None) => Ok(!self.reminder_messages(&[user]).await?.iter().any(|message| message.kind == kind)),
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

    /// Replaces preferences like [`Store::set_preferences`], and schedules the next digest, `None` for none.
    pub async fn set_preferences_and_digest(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        at: Option<Timestamp>,
    ) -> Result<bool> {
        self.write_preferences(user, from, to, [schedule(JobKind::Digest, user, at)]).await
    }
}
