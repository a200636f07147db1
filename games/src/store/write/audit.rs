//! Writes audit log entries.

use crate::domain::{AuditEntry, Competition};
use crate::store::connection::engine::{Statement, args};

/// Adds an audit log entry, usually as part of another transaction; a request has at most one.
pub fn insert_audit(entry: &AuditEntry) -> Statement {
    let sql = "insert into audit (guild_id, request_id, at, actor, action, game_id, competition, competition_id, user_id, detail, \
               reason) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (guild_id, request_id) do nothing";
    let args = args![
        entry.guild,
        entry.request,
        entry.at,
        entry.actor,
        entry.action.as_str(),
        entry.game,
        entry.competition.map(Competition::kind),
        entry.competition.map(Competition::id),
        entry.player,
        entry.detail.as_deref(),
        entry.reason.as_deref()
    ];
    (sql, args)
}
