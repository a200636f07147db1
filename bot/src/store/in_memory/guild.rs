//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::{AuditEntry, GuildId, GuildPreferences};
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
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let mut state = self.state();
        let is_replaced = replace_preferences("guild", &mut state.guilds, guild.0, guild.0, from, to)?;
        if let Some(entry) = audit.filter(|_| is_replaced) {
            state.add_audit(entry.clone());
        }
        Ok(is_replaced)
    }

    async fn guild(&self, guild: GuildId) -> Result<GuildPreferences> {
        Ok(json::read_or_default("guild", guild.0, self.state().guilds.get(&guild.0).map(String::as_str)))
    }
}
