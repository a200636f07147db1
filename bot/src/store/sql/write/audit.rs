//! Writes an entry of the log of organizers.

use crate::domain::{AuditEntry, Competition};
use crate::store::sql::connection::engine::{Arg, args};

/// Adds an entry to the log, mostly as a part of another transaction.
pub(crate) const INSERT_AUDIT: &str = "insert into audit (guild_id, request_id, at, actor, action, game_id, competition, \
                                       competition_id, user_id, detail, reason) \
                                       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
                                       on conflict (guild_id, request_id) do nothing";

/// The values of [`INSERT_AUDIT`].
pub(crate) fn audit_args(entry: &AuditEntry) -> Vec<Arg> {
    args![
        entry.guild.0,
        entry.request.0,
        entry.at.0,
        entry.actor.map(|user| user.0.cast_signed()),
        entry.action.as_str(),
        entry.game.map(|game| game.0),
        entry.competition.map(Competition::kind),
        entry.competition.map(Competition::id),
        entry.player.map(|user| user.0.cast_signed()),
        entry.detail.as_deref(),
        entry.reason.as_deref()
    ]
}
