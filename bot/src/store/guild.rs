//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::{AuditEntry, GuildId, GuildPreferences};
use crate::store::error::Result;

/// Stores preferences of Discord servers.
#[async_trait]
pub trait GuildStore: Send + Sync + 'static {
    /// Preferences of a server.
    ///
    /// # Errors
    /// [`crate::store::StoreError::Corrupt`] when they cannot be read.
    async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences>;
    /// Replaces preferences, and adds an entry to the log of the server; `false`, and nothing is written, when the stored ones are no
    /// longer `from`.
    async fn set_guild_preferences(
        &self,
        guild: GuildId,
        from: &GuildPreferences,
        to: &GuildPreferences,
        audit: Option<&AuditEntry>,
    ) -> Result<bool>;
    /// Preferences of a server for pictures: the default when they cannot be read.
    async fn guild(&self, guild: GuildId) -> Result<GuildPreferences>;
}
