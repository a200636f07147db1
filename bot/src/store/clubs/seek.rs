//! Open challenges.

use async_trait::async_trait;

use crate::domain::{GameId, GameSummary, GuildId, UserId};
use crate::store::error::Result;

/// Finds open challenges. They are games, so [`GameStore::create`](crate::store::GameStore::create) writes them. It answers
/// [`CommitError::Stale`](crate::store::CommitError::Stale) when the number is taken.
#[async_trait]
pub trait SeekStore: Send + Sync + 'static {
    /// The number of the newest open challenge of a server, also of one that is closed; 0 if there is none. A caller who asks this
    /// before [`SeekStore::open_seeks`] and takes the next number has seen all that were made before.
    async fn last_seek(&self, guild: GuildId) -> Result<u32>;
    /// The open challenges of a server that wait, the oldest first; at most `limit`.
    async fn open_seeks(&self, guild: GuildId, limit: u32) -> Result<Vec<GameSummary>>;
    /// The open challenges of all servers that wait, with their servers and owners; those after the game `after`, by id.
    async fn waiting_seeks(&self, after: GameId, limit: u32) -> Result<Vec<(GameId, GuildId, UserId)>>;
}
