//! Messages that stand in a channel and are edited or replaced.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tracing::error;

use crate::domain::{AuditEntry, ChannelId, GuildId, LadderId, PostKey, PostKind, Timestamp};
use crate::store::connection::engine::{Statement, args};
use crate::store::error::Result;
use crate::store::json::is_first_report;
use crate::store::rows::Reader;
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    pub kind: PostKind,
    pub key: PostKey,
    pub guild: GuildId,
    pub channel: ChannelId,
    /// `None` before it is posted.
    pub message: Option<u64>,
    /// The content: the version of its competition, the number of changes, or the day; or [`Self::NEW`].
    pub shown: i64,
    /// The changes that it shows.
    pub span: Option<ChangeSpan>,
    /// Not processed earlier: claimed, edited a moment ago, or failed.
    pub next_at: Timestamp,
    pub problem: Option<String>,
}

impl Post {
    /// The value of `shown` before it is posted.
    pub const NEW: i64 = -1;

    /// Not posted yet, deleted, or its channel was just chosen.
    pub const fn is_new(&self) -> bool {
        self.message.is_none() || self.shown == Self::NEW
    }
}

/// Number of the last change of each ladder.
pub type LastChanges = BTreeMap<LadderId, i64>;

/// The changes in a day's message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeSpan {
    pub began_at: Timestamp,
    /// Changes shown in earlier messages.
    pub since: LastChanges,
    /// Changes shown up to this message.
    pub shown: LastChanges,
}

impl ChangeSpan {
    /// A message that begins now, after these changes.
    pub fn after(changes: LastChanges, now: Timestamp) -> Self {
        Self { began_at: now, since: changes.clone(), shown: changes }
    }

    fn to_text(&self) -> String {
        serde_json::to_string(self).expect("changes are plain data")
    }
}

/// Posts that are delivered together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostGroup {
    Changes,
    Competitions,
    Puzzles,
}

/// Columns in the order that [`read`] expects.
macro_rules! select_posts {
    ($which:literal) => {
        concat!(
            "select key, kind, number, next_at, shown, channel_id, guild_id, message_id, state, problem from post ",
            $which
        )
    };
}

/// Posts of these kinds that show less than the selected number.
macro_rules! outdated_posts {
    ($kinds:literal, $newest:literal) => {
        concat!(
            select_posts!("where next_at <= $1 and "),
            $kinds,
            " and shown < ",
            $newest,
            " order by next_at, key, kind, number limit $2"
        )
    };
}

fn read(read: &mut Reader) -> Result<Post> {
    let (key, word, number) = (read.int()?, read.text()?, read.small()?);
    Ok(Post {
        kind: PostKind::of(&word, number).map_err(|problem| read.corrupt(problem))?,
        key: PostKey(key),
        next_at: read.time()?,
        shown: read.int()?,
        channel: read.channel()?,
        guild: read.guild()?,
        message: read.opt_id()?,
        span: match read.opt_text()? {
            Some(text) => serde_json::from_str(&text).map_err(|problem| read.corrupt(problem))?,
            None => None,
        },
        problem: read.opt_text()?,
    })
}

/// Requests a message unless it exists.
pub fn add_post(kind: PostKind, key: impl Into<PostKey>, guild: GuildId, channel: ChannelId) -> Statement {
    let sql = "insert into post (key, kind, number, guild_id, channel_id, shown, next_at) \
               values ($1, $2, $3, $4, $5, -1, 0) on conflict do nothing";
    (sql, args![key.into().0, kind.word(), kind.number(), guild, channel])
}

impl Store {
    pub async fn post(&self, kind: PostKind, key: impl Into<PostKey>) -> Result<Option<Post>> {
        let sql = select_posts!("where key = $1 and kind = $2 and number = $3");
        self.first("post", sql, args![key.into().0, kind.word(), kind.number()], read).await
    }

    /// Sets or removes the channel of a message, and adds the audit log entry unless nothing changes. Earlier changes
    /// of ladders are not posted. A channel chosen again is tried at once: the table of a ladder is pinned again, but
    /// the day's puzzle is not posted twice.
    pub async fn set_post_channel(
        &self,
        kind: PostKind,
        key: impl Into<PostKey>,
        channel: Option<ChannelId>,
        audit: &AuditEntry,
    ) -> Result<()> {
        let mut args = args![key.into().0, kind.word()];
        let sql = if let Some(channel) = channel {
            let (mut shown, mut span) = (Post::NEW, None);
            if kind == PostKind::Changes {
                let ladders = "select ladder_id, changes from ladder where guild_id = $1";
                let read = |read: &mut Reader| Ok((read.ladder()?, read.int()?));
                let last_changes: LastChanges =
                    self.list("ladder", ladders, args![audit.guild], read).await?.into_iter().collect();
                shown = last_changes.values().sum();
                span = Some(ChangeSpan::after(last_changes, audit.at).to_text());
            }
            args.extend(args![audit.guild, channel, shown, span]);
            "insert into post (key, kind, number, guild_id, channel_id, shown, state, next_at) \
             values ($1, $2, 0, $3, $4, $5, $6, 0) on conflict (key, kind, number) do update set channel_id = $4, \
             message_id = case when post.channel_id = $4 and post.kind <> 'changes' then post.message_id end, \
             shown = case when post.channel_id = $4 and post.kind = 'puzzle' then post.shown else $5 end, \
             state = $6, next_at = 0, problem = null \
             where post.channel_id <> $4 or post.problem is not null or post.kind = 'table' returning key"
        } else {
            "delete from post where key = $1 and kind = $2 returning key"
        };
        self.write_steps((sql, args), [insert_audit(audit)]).await.map(drop)
    }

    /// Claims outdated posts until `until`, which identifies the claim. Unreadable ones are deferred until then, so
    /// that they do not take a place in every claim; choosing their channel again replaces them.
    pub async fn claim_posts(
        &self,
        group: PostGroup,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Post>> {
        let outdated = match group {
            PostGroup::Changes => outdated_posts!(
                "kind = 'changes'",
                "(select coalesce(sum(ladder.changes), 0) from ladder where ladder.guild_id = post.guild_id)"
            ),
            PostGroup::Competitions => outdated_posts!(
                "kind not in ('changes', 'puzzle')",
                "case when kind in ('table', 'season') then (select version from ladder where ladder_id = key) \
                 else (select version from tournament where tournament_id = key) end"
            ),
            PostGroup::Puzzles => outdated_posts!("kind = 'puzzle'", "$1 / 86400000"),
        };
        let mut posts = Vec::new();
        for row in self.rows(outdated, args![now, limit]).await? {
            let mut row = Reader::new("post", row);
            let key = row.int()?;
            let mut args = args![key, row.text()?, row.int()?, row.int()?, row.int()?, row.int()?];
            let post = read(row.at("key"));
            args.extend(args![until, post.as_ref().err().map(ToString::to_string)]);
            let sql = "update post set next_at = $7, problem = coalesce($8, problem) where key = $1 and kind = $2 \
                       and number = $3 and next_at = $4 and shown = $5 and channel_id = $6 returning key";
            if !self.change_any(sql, args).await? {
                continue;
            }
            match post {
                Ok(post) => posts.push(Post { next_at: until, ..post }),
                Err(cause) if is_first_report("post", key.cast_unsigned()) => {
                    error!(key, "Could not read a message that stands in a channel: {cause}");
                }
                Err(_) => {}
            }
        }
        Ok(posts)
    }

    /// Records the state of a post. `false` if the claim has ended or another channel was chosen.
    pub async fn write_post(&self, post: &Post, claim: Timestamp) -> Result<bool> {
        let sql = "update post set message_id = $6, shown = $7, state = $8, next_at = $9, problem = $10 \
                   where key = $1 and kind = $2 and number = $3 and channel_id = $4 and next_at = $5 returning key";
        let args = args![
            post.key.0,
            post.kind.word(),
            post.kind.number(),
            post.channel,
            claim,
            post.message,
            post.shown,
            post.span.as_ref().map(ChangeSpan::to_text),
            post.next_at,
            post.problem.as_deref()
        ];
        self.change_any(sql, args).await
    }
}
