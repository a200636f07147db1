//! Messages with the changes of a server's ladders.

use std::collections::BTreeMap;

use tracing::error;

use crate::domain::{AuditEntry, ChannelId, GuildId, LadderId, Timestamp};
use crate::store::connection::engine::args;
use crate::store::error::{Result, StoreError};
use crate::store::json::is_first_report;
use crate::store::rows::Reader;
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;

/// The number of the last change of each ladder.
pub type LastChanges = BTreeMap<LadderId, i64>;

/// The message of a day with the changes of all ladders of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderDigest {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub began_at: Timestamp,
    /// What stands in earlier messages.
    pub since: LastChanges,
    /// What stands in this one.
    pub shown: LastChanges,
    /// `None`: it is not posted yet.
    pub message: Option<u64>,
    /// It is not looked at before: somebody works on it, or it was edited a moment ago.
    pub next_at: Timestamp,
    /// Why the last try failed.
    pub problem: Option<String>,
}

/// Reads digests, for [`read`].
macro_rules! select_digests {
    ($which:literal) => {
        concat!(
            "select guild_id, channel_id, began_at, since, shown, message_id, next_at, problem from ladder_digest ",
            $which
        )
    };
}

/// Keys of JSON are texts, and serde has none for a number in a type of its own.
fn to_text(changes: &LastChanges) -> String {
    let pairs = changes.iter().map(|(ladder, last)| (ladder.0.to_string(), (*last).into()));
    serde_json::Value::Object(pairs.collect()).to_string()
}

fn read_changes(read: &mut Reader) -> Result<LastChanges> {
    let pairs: BTreeMap<i64, i64> = read.json()?;
    Ok(pairs.into_iter().map(|(ladder, last)| (LadderId(ladder), last)).collect())
}

fn read(read: &mut Reader) -> Result<LadderDigest> {
    Ok(LadderDigest {
        guild: read.guild()?,
        channel: read.channel()?,
        began_at: read.time()?,
        since: read_changes(read)?,
        shown: read_changes(read)?,
        message: read.opt_id()?,
        next_at: read.time()?,
        problem: read.opt_text()?,
    })
}

impl Store {
    /// A row that cannot be read is not looked at for a while, so that it keeps no place among those that are claimed. Choosing the
    /// channel again replaces it.
    async fn defer(&self, guild: GuildId, until: Timestamp, cause: &StoreError) -> Result<()> {
        if is_first_report("ladder_digest", guild.0) {
            error!(guild = guild.0, "Could not read the message with the changes of ladders: {cause}");
        }
        let sql = "update ladder_digest set next_at = $2, problem = $3 where guild_id = $1 and next_at < $2 returning guild_id";
        self.change(sql, args![guild, until, cause.to_string()]).await.map(drop)
    }

    /// Chooses the channel, or none; what has changed before is not posted. Adds an entry to the log of the server, unless nothing
    /// changes.
    pub async fn set_ladder_digest(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
        now: Timestamp,
        audit: &AuditEntry,
    ) -> Result<()> {
        let noted = [insert_audit(audit)];
        let Some(channel) = channel else {
            let sql = "delete from ladder_digest where guild_id = $1 returning guild_id";
            return self.write_steps((sql, args![guild.0]), noted).await.map(drop);
        };
        let ladders = self.ladders_of(guild).await?;
        let shown: LastChanges = ladders.iter().map(|head| (head.ladder_id, head.changes)).collect();
        let total: i64 = shown.values().sum();
        let sql = "insert into ladder_digest (guild_id, channel_id, began_at, since, shown, total, message_id, next_at, problem) \
                   values ($1, $2, $3, $4, $4, $5, null, $3, null) on conflict (guild_id) do update set channel_id = $2, \
                   began_at = $3, since = $4, shown = $4, total = $5, message_id = null, next_at = $3, problem = null \
                   where ladder_digest.channel_id <> $2 or ladder_digest.problem is not null returning guild_id";
        self.write_steps((sql, args![guild, channel, now, to_text(&shown), total]), noted).await.map(drop)
    }

    pub async fn ladder_digest(&self, guild: GuildId) -> Result<Option<LadderDigest>> {
        self.first("ladder_digest", select_digests!("where guild_id = $1"), args![guild.0], read).await
    }

    /// Claims digests of servers whose ladders have changed since, until `until`, which identifies the claim.
    pub async fn claim_ladder_digests(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<LadderDigest>> {
        let sql = select_digests!(
            "where next_at <= $1 and total <> (select coalesce(sum(ladder.changes), 0) from ladder \
             where ladder.guild_id = ladder_digest.guild_id) order by next_at, guild_id limit $2"
        );
        let mut claimed = Vec::new();
        let read_or_guild = |row: &mut Reader| match read(row) {
            Ok(digest) => Ok(Ok(digest)),
            Err(cause) => Ok(Err((row.at("guild_id").guild()?, cause))),
        };
        for found in self.list("ladder_digest", sql, args![now, limit], read_or_guild).await? {
            let digest = match found {
                Ok(digest) => digest,
                Err((guild, cause)) => {
                    self.defer(guild, until, &cause).await?;
                    continue;
                }
            };
            let sql = "update ladder_digest set next_at = $3 where guild_id = $1 and next_at = $2 returning guild_id";
            if self.change_any(sql, args![digest.guild, digest.next_at, until]).await? {
                claimed.push(LadderDigest { next_at: until, ..digest });
            }
        }
        Ok(claimed)
    }

    /// Writes what was done; `false` when the claim has ended, or another channel was chosen meanwhile.
    pub async fn write_ladder_digest(&self, digest: &LadderDigest, claim: Timestamp) -> Result<bool> {
        let sql = "update ladder_digest set began_at = $4, since = $5, shown = $6, total = $7, message_id = $8, next_at = $9, \
                   problem = $10 where guild_id = $1 and channel_id = $2 and next_at = $3 returning guild_id";
        let args = args![
            digest.guild,
            digest.channel,
            claim,
            digest.began_at,
            to_text(&digest.since),
            to_text(&digest.shown),
            digest.shown.values().sum::<i64>(),
            digest.message,
            digest.next_at,
            digest.problem.as_deref()
        ];
        self.change_any(sql, args).await
    }
}
