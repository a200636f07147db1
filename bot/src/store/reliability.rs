//! Finished games of a player.

use async_trait::async_trait;

use crate::domain::{Finished, UserId};
use crate::store::error::Result;

/// Finds finished games of a player.
#[async_trait]
pub trait FinishedGameStore: Send + Sync + 'static {
    /// Finished games of each of these players, by player, the newest first; at most `each` of a player.
    async fn finished_of_each(&self, users: &[UserId], each: u32) -> Result<Vec<Finished>>;
    /// Finished games of this player, the latest end first; at most `limit`. A game that cannot be read is left out.
    async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>>;
    /// Those of them in which the other one played too.
    async fn finished_between(&self, user: UserId, other: UserId, limit: u32) -> Result<Vec<Finished>>;
}
