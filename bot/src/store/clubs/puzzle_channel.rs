//! Where servers have the daily puzzle posted.

use crate::domain::{AuditEntry, ChannelId, Day, GuildId, Timestamp};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;

/// The channel of a server, and its last message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleChannel {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The day of the last message.
    pub posted_on: Option<Day>,
    pub message: Option<u64>,
    /// It is not looked at before: somebody works on it, or a try has failed.
    pub next_at: Timestamp,
    /// Why the last try failed.
    pub problem: Option<String>,
}

macro_rules! select_channels {
    ($which:literal) => {
        concat!("select guild_id, channel_id, posted_on, message_id, next_at, problem from puzzle_channel ", $which)
    };
}

fn read(read: &mut Reader) -> Result<PuzzleChannel> {
    Ok(PuzzleChannel {
        guild: read.guild()?,
        channel: read.channel()?,
        posted_on: read.opt_int()?.map(Day),
        message: read.opt_id()?,
        next_at: read.time()?,
        problem: read.opt_text()?,
    })
}

impl Store {
    pub async fn puzzle_channel(&self, guild: GuildId) -> Result<Option<PuzzleChannel>> {
        self.first("puzzle_channel", select_channels!("where guild_id = $1"), args![guild], read).await
    }

    /// Chooses the channel, or none. Adds an entry to the log of the server, unless nothing changes. A channel that is chosen again is
    /// tried again at once, and what was posted in it today is not posted twice.
    pub async fn set_puzzle_channel(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
        now: Timestamp,
        audit: &AuditEntry,
    ) -> Result<()> {
        let noted = [insert_audit(audit)];
        let Some(channel) = channel else {
            let sql = "delete from puzzle_channel where guild_id = $1 returning guild_id";
            return self.write_steps((sql, args![guild]), noted).await.map(drop);
        };
        let sql = "insert into puzzle_channel (guild_id, channel_id, posted_on, message_id, next_at, problem) \
                   values ($1, $2, null, null, $3, null) on conflict (guild_id) do update set channel_id = $2, \
                   posted_on = case when puzzle_channel.channel_id = $2 then puzzle_channel.posted_on end, \
                   message_id = case when puzzle_channel.channel_id = $2 then puzzle_channel.message_id end, \
                   next_at = $3, problem = null \
                   where puzzle_channel.channel_id <> $2 or puzzle_channel.problem is not null returning guild_id";
        self.write_steps((sql, args![guild, channel, now]), noted).await.map(drop)
    }

    /// Claims channels that have no message of this day, until `until`, which identifies the claim.
    pub async fn claim_puzzle_channels(
        &self,
        day: Day,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<PuzzleChannel>> {
        let sql = select_channels!(
            "where next_at <= $1 and (posted_on is null or posted_on < $2) order by next_at, guild_id limit $3"
        );
        let mut claimed = Vec::new();
        for found in self.list("puzzle_channel", sql, args![now, day.0, limit], read).await? {
            let sql = "update puzzle_channel set next_at = $3 where guild_id = $1 and next_at = $2 \
                       and (posted_on is null or posted_on < $4) returning guild_id";
            if self.change_any(sql, args![found.guild, found.next_at, until, day.0]).await? {
                claimed.push(PuzzleChannel { next_at: until, ..found });
            }
        }
        Ok(claimed)
    }

    /// Writes what was done; `false` when the claim has ended, or another channel was chosen meanwhile.
    pub async fn write_puzzle_channel(&self, channel: &PuzzleChannel, claim: Timestamp) -> Result<bool> {
        let sql = "update puzzle_channel set posted_on = $4, message_id = $5, next_at = $6, problem = $7 \
                   where guild_id = $1 and channel_id = $2 and next_at = $3 returning guild_id";
        let args = args![
            channel.guild,
            channel.channel,
            claim,
            channel.posted_on.map(|day| day.0),
            channel.message,
            channel.next_at,
            channel.problem.as_deref()
        ];
        self.change_any(sql, args).await
    }
}
