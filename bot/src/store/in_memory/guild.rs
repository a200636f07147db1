//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::GuildPreferences;
use crate::store::error::Result;
use crate::store::guild::GuildStore;
use crate::store::in_memory::player::choose;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::sql::json;

#[async_trait]
impl GuildStore for InMemoryStore {
    async fn guild_preferences(&self, guild: u64) -> Result<GuildPreferences> {
        json::read("guild", guild, self.state().guilds.get(&guild).map(String::as_str))
    }

    async fn set_guild_preferences(&self, guild: u64, from: &GuildPreferences, to: &GuildPreferences) -> Result<bool> {
        choose("guild", &mut self.state().guilds, guild, guild, from, to)
    }

    async fn guild(&self, guild: u64) -> Result<GuildPreferences> {
        Ok(json::read_or_default("guild", guild, self.state().guilds.get(&guild).map(String::as_str)))
    }
}
