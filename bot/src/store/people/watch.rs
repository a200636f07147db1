//! Who watches which games.

use async_trait::async_trait;

use crate::domain::{GameId, Timestamp, UserId, Watch};
use crate::store::error::Result;

/// Stores who watches which games.
#[async_trait]
pub trait WatchStore: Send + Sync + 'static {
    /// Somebody watches a game from now on, or watches it otherwise than before.
    async fn set_watch(&self, watch: &Watch) -> Result<()>;
    /// What somebody watches, by game; not what they have stopped watching.
    async fn watches_of(&self, user: UserId) -> Result<Vec<Watch>>;
    /// How somebody watches a game, also where they have stopped.
    async fn watch(&self, game: GameId, user: UserId) -> Result<Option<Watch>>;
    /// How many people watch a game.
    async fn watchers_of(&self, game: GameId) -> Result<u32>;
    /// Somebody watches no more; `false` when they did not. The row stays: their message has to say so, or one is on its way.
    async fn stop_watch(&self, game: GameId, user: UserId) -> Result<bool>;
    /// Claims the watches that are stopped, or are otherwise than their message says, or whose game has changed in a way that concerns
    /// them, until `lease_until`; at most `limit`, those that wait longest first. The end of a game concerns those that are closed, too.
    async fn claim_watches(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Watch>>;
    /// Writes what became of a claimed watch, `None`: it has ended. `false`, and nothing is written, when it was changed or claimed by
    /// another process meanwhile.
    async fn write_watch(&self, claimed: &Watch, now: Option<&Watch>) -> Result<bool>;
}
