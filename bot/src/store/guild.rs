//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::{AuditEntry, GameId, GuildId, GuildPreferences};
use crate::store::error::Result;

/// How much is stored of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GuildHoldings {
    /// What its people have chosen for it, and its presets.
    pub has_preferences: bool,
    pub challenges: u32,
    /// Games that are being played.
    pub playing: u32,
    /// Games that are over, and challenges that came to nothing.
    pub over: u32,
    pub ladders: u32,
    /// Entries of the log of its organizers.
    pub audit: u32,
    /// Messages about its games.
    pub posted: u32,
}

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
    async fn guild_holdings(&self, guild: GuildId) -> Result<GuildHoldings>;
    /// What is offered or played in a server, also what cannot be read: at most `limit`, by their ids, from the first one behind `after`.
    async fn open_games(&self, guild: GuildId, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>>;
    /// Deletes what is stored of a server: preferences, ladders, the log of its organizers, its own ratings and statistics, and where
    /// messages about its games stand. Its games stay, without server, channel and number; `damaged` ones that are offered or played are
    /// annulled. All of it, or nothing. `false`, and nothing is changed, while another game is offered or played there or its result is
    /// not counted yet, or while ratings are being replaced.
    async fn forget_guild(&self, guild: GuildId, damaged: &[GameId]) -> Result<bool>;
}
