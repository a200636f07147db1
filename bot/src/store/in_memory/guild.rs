//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::{GuildId, GuildPreferences};
use crate::store::error::Result;
use crate::store::guild::GuildStore;
use crate::store::in_memory::player::replace_preferences;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::json;

#[async_trait]
impl GuildStore for InMemoryStore {
    async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences> {
        json::read("guild", guild.0, self.state().guilds.get(&guild.0).map(String::as_str))
    }

    async fn set_guild_preferences(
        &self,
        guild: GuildId,
        from: &GuildPreferences,
        to: &GuildPreferences,
    ) -> Result<bool> {
        replace_preferences("guild", &mut self.state().guilds, guild.0, guild.0, from, to)
    }

    async fn guild(&self, guild: GuildId) -> Result<GuildPreferences> {
        Ok(json::read_or_default("guild", guild.0, self.state().guilds.get(&guild.0).map(String::as_str)))
    }
}
