//! Messages with the changes of a server's ladders.

use async_trait::async_trait;
use tracing::error;

use crate::domain::{AuditEntry, ChannelId, GuildId, LadderId, Timestamp};
use crate::store::clubs::digest::{LadderDigest, LadderDigestStore, LastChanges};
use crate::store::clubs::ladder::LadderStore as _;
use crate::store::error::{Result, StoreError};
use crate::store::json::is_first_report;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::audit::{INSERT_AUDIT, audit_args};

/// Reads digests, for [`read`].
macro_rules! select_digests {
    ($which:literal) => {
        concat!(
            "select guild_id, channel_id, began_at, since, shown, message_id, next_at, problem from ladder_digest ",
            $which
        )
    };
}

fn to_text(changes: &LastChanges) -> String {
    let pairs = changes.iter().map(|(ladder, last)| (ladder.0.to_string(), (*last).into()));
    serde_json::Value::Object(pairs.collect()).to_string()
}

fn read_changes<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<LastChanges> {
    let text = read.text()?;
    let pairs: std::collections::BTreeMap<i64, i64> =
        serde_json::from_str(&text).map_err(|problem| read.corrupt(problem))?;
    Ok(pairs.into_iter().map(|(ladder, last)| (LadderId(ladder), last)).collect())
}

fn read<DB: Engine>(row: &DB::Row) -> Result<LadderDigest> {
    let mut read = Reader::<DB>::new("ladder_digest", row);
    Ok(LadderDigest {
        guild: GuildId(read.id()?),
        channel: ChannelId(read.id()?),
        began_at: Timestamp(read.int()?),
        since: read_changes(&mut read)?,
        shown: read_changes(&mut read)?,
        message: read.opt_int()?.map(i64::cast_unsigned),
        next_at: Timestamp(read.int()?),
        problem: read.opt_text()?,
    })
}

impl<DB: Engine> SqlStore<DB> {
    /// A row that cannot be read is not looked at for a while, so that it keeps no place among those that are claimed. Choosing the
    /// channel again replaces it.
    async fn defer(&self, row: &DB::Row, until: Timestamp, cause: &StoreError) -> Result<()> {
        let guild = Reader::<DB>::new("ladder_digest", row).id()?;
        if is_first_report("ladder_digest", guild) {
            error!(guild, "Could not read the message with the changes of ladders: {cause}");
        }
        let sql = "update ladder_digest set next_at = $2, problem = $3 where guild_id = $1 and next_at < $2 returning guild_id";
        self.change(sql, args![guild, until.0, cause.to_string().as_str()]).await.map(drop)
    }
}

#[async_trait]
impl<DB: Engine> LadderDigestStore for SqlStore<DB> {
    async fn set_ladder_digest(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
        now: Timestamp,
        audit: &AuditEntry,
    ) -> Result<()> {
        let noted = vec![(INSERT_AUDIT, audit_args(audit))];
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
        let shown = to_text(&shown);
        self.write_steps((sql, args![guild.0, channel.0, now.0, shown.as_str(), total]), noted).await.map(drop)
    }

    async fn ladder_digest(&self, guild: GuildId) -> Result<Option<LadderDigest>> {
        let rows = self.rows(select_digests!("where guild_id = $1"), args![guild.0]).await?;
        rows.first().map(read::<DB>).transpose()
    }

    async fn claim_ladder_digests(&self, now: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<LadderDigest>> {
        let sql = select_digests!(
            "where next_at <= $1 and total <> (select coalesce(sum(ladder.changes), 0) from ladder \
             where ladder.guild_id = ladder_digest.guild_id) order by next_at, guild_id limit $2"
        );
        let mut claimed = Vec::new();
        for row in &self.rows(sql, args![now.0, limit]).await? {
            let digest = match read::<DB>(row) {
                Ok(digest) => digest,
                Err(cause) => {
                    self.defer(row, until, &cause).await?;
                    continue;
                }
            };
            let sql = "update ladder_digest set next_at = $3 where guild_id = $1 and next_at = $2 returning guild_id";
            if !self.change(sql, args![digest.guild.0, digest.next_at.0, until.0]).await?.is_empty() {
                claimed.push(LadderDigest { next_at: until, ..digest });
            }
        }
        Ok(claimed)
    }

    async fn write_ladder_digest(&self, digest: &LadderDigest, claim: Timestamp) -> Result<bool> {
        let sql = "update ladder_digest set began_at = $4, since = $5, shown = $6, total = $7, message_id = $8, next_at = $9, \
                   problem = $10 where guild_id = $1 and channel_id = $2 and next_at = $3 returning guild_id";
        let (since, shown) = (to_text(&digest.since), to_text(&digest.shown));
        let args = args![
            digest.guild.0,
            digest.channel.0,
            claim.0,
            digest.began_at.0,
            since.as_str(),
            shown.as_str(),
            digest.shown.values().sum::<i64>(),
            digest.message.map(u64::cast_signed),
            digest.next_at.0,
            digest.problem.as_deref()
        ];
        Ok(!self.change(sql, args).await?.is_empty())
    }
}
