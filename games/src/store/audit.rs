//! The log of what organizers do.

use crate::domain::{AuditEntry, GuildId, RequestId, Timestamp};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::rows::{Reader, competition};
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;

/// Columns in the order that [`read_audit`] expects.
macro_rules! select_audit {
    ($which:literal) => {
        concat!(
            "select guild_id, request_id, at, actor, action, game_id, competition, competition_id, user_id, detail, reason \
             from audit ",
            $which
        )
    };
}

fn read_audit(read: &mut Reader) -> Result<AuditEntry> {
    Ok(AuditEntry {
        guild: read.guild()?,
        request: read.request()?,
        at: read.time()?,
        actor: read.opt_user()?,
        action: read.parse()?,
        game: read.opt_game()?,
        competition: competition(read)?,
        player: read.opt_user()?,
        detail: read.opt_text()?,
        reason: read.opt_text()?,
    })
}

impl Store {
    /// Adds an audit log entry, unless the request already has one.
    pub async fn record_audit(&self, entry: &AuditEntry) -> Result<()> {
        let (sql, args) = insert_audit(entry);
        self.change(sql, args).await.map(drop)
    }

    /// Audit log entries, newest first: at most `limit` after the first `skipped`.
    pub async fn audit_log(&self, guild: GuildId, skipped: u32, limit: u32) -> Result<Vec<AuditEntry>> {
        let sql = select_audit!("where guild_id = $1 order by at desc, request_id desc limit $3 offset $2");
        self.list("audit", sql, args![guild.0, skipped, limit], read_audit).await
    }

    /// Audit log entries, newest first, that follow the entry `after`; at most `limit`. New entries do not shift the
    /// pages.
    pub async fn audit_log_after(
        &self,
        guild: GuildId,
        after: Option<(Timestamp, RequestId)>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>> {
        let sql = select_audit!(
            "where guild_id = $1 and (at, request_id) < ($2, $3) order by at desc, request_id desc limit $4"
        );
        let (at, request) = after.map_or((i64::MAX, i64::MAX), |(at, request)| (at.0, request.0.cast_signed()));
        self.list("audit", sql, args![guild.0, at, request, limit], read_audit).await
    }

    /// Audit log entries since this instant, newest first; at most `limit`.
    pub async fn audit_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<AuditEntry>> {
        let sql = select_audit!("where guild_id = $1 and at >= $2 order by at desc, request_id desc limit $3");
        self.list("audit", sql, args![guild.0, since, limit], read_audit).await
    }

    pub async fn audit_count(&self, guild: GuildId) -> Result<u32> {
        self.count("select count(*) from audit where guild_id = $1", args![guild]).await
    }
}
