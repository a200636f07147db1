//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::GuildPreferences;
use crate::store::error::Result;

/// Keeps preferences of Discord servers.
#[async_trait]
pub trait GuildStore: Send + Sync + 'static {
    /// What a server has chosen.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when it does not read.
    async fn guild_preferences(&self, guild: u64) -> Result<GuildPreferences>;
    /// Has a server choose anew, if it has not done so since `from` was read; gives whether that is so.
    async fn set_guild_preferences(&self, guild: u64, from: &GuildPreferences, to: &GuildPreferences) -> Result<bool>;
    /// What a server has chosen, for pictures: nothing where that does not read.
    async fn guild(&self, guild: u64) -> Result<GuildPreferences>;
}
