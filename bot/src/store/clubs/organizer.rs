//! What organizers do: the log of a server, and what they look at.

use async_trait::async_trait;

use crate::domain::clubs::rating::log::RatedGame;
use crate::domain::{
    AuditEntry, EndReason, GameId, GameSummary, GuildId, OrganizerQuestion, Phase, RequestId, Timestamp, UserId,
};
use crate::store::error::Result;

/// A game that was aborted, or lost on time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenOff {
    pub game: GameId,
    pub reason: EndReason,
    /// In the order of their seats.
    pub players: Vec<UserId>,
}

/// Keeps the log of organizers, and finds what they look at.
#[async_trait]
pub trait OrganizerStore: Send + Sync + 'static {
    /// Adds an entry to the log of a server; nothing for a request that has one.
    async fn record_audit(&self, entry: &AuditEntry) -> Result<()>;
    /// The log of a server, the newest entry first: those after the first `skipped`, at most `limit`.
    async fn audit_log(&self, guild: GuildId, skipped: u32, limit: u32) -> Result<Vec<AuditEntry>>;
    /// The log of a server, the newest entry first: those that come after this one, at most `limit`. What is written meanwhile
    /// shifts nothing.
    async fn audit_log_after(
        &self,
        guild: GuildId,
        after: Option<(Timestamp, RequestId)>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>>;
    /// How many entries the log of a server has.
    async fn audit_count(&self, guild: GuildId) -> Result<u32>;
    /// Keeps a decision until it is confirmed, and deletes those from before this instant.
    async fn keep_question(&self, question: &OrganizerQuestion, delete_before: Timestamp) -> Result<()>;
    async fn question(&self, request: RequestId) -> Result<Option<OrganizerQuestion>>;
    /// Games of a server in this phase, the newest first; at most `limit`.
    async fn games_of_guild(&self, guild: GuildId, phase: Phase, limit: u32) -> Result<Vec<GameSummary>>;
    /// Games that were annulled after their result was counted; at most `limit`.
    async fn annulled_but_counted(&self, limit: u32) -> Result<Vec<GameId>>;
    /// Notes that the result of an annulled game counts no longer.
    async fn forget_count(&self, game: GameId) -> Result<()>;
    /// The rated games of a server that ended since this instant, the newest first; at most `limit`.
    async fn rated_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<RatedGame>>;
    /// Games of a server that were begun since this instant, and aborted or lost on time; at most `limit`.
    async fn broken_off_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<BrokenOff>>;
    /// How many rated games of these two were offered since this instant and not closed or aborted.
    async fn rated_between(&self, one: UserId, other: UserId, since: Timestamp) -> Result<u32>;
}
