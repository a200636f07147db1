//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::{AuditEntry, GuildId, GuildPreferences};
use crate::store::error::Result;
use crate::store::guild::GuildStore;
use crate::store::json;
use crate::store::sql::clubs::organizer::{INSERT_AUDIT, audit_args};
use crate::store::sql::connection::engine::Engine;
use crate::store::sql::store::SqlStore;

const GUILD: &str = "select preferences from guild where guild_id = $1";

#[async_trait]
impl<DB: Engine> GuildStore for SqlStore<DB> {
    async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences> {
        json::read("guild", guild.0, self.stored_preferences(GUILD, guild.0).await?.as_deref())
    }

    async fn set_guild_preferences(
        &self,
        guild: GuildId,
        from: &GuildPreferences,
        to: &GuildPreferences,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let sql = "insert into guild (guild_id, preferences) select $1, $2 where $3 = '' \
                   or exists (select 1 from guild where guild_id = $1) on conflict (guild_id) \
                   do update set preferences = $2 where coalesce(guild.preferences, '') = $3 returning guild_id";
        let noted = audit.map(|entry| (INSERT_AUDIT, audit_args(entry)));
        self.replace_preferences_and("guild", [GUILD, sql], guild.0, [from, to], noted.into_iter().collect()).await
    }

    async fn guild(&self, guild: GuildId) -> Result<GuildPreferences> {
        Ok(json::read_or_default("guild", guild.0, self.stored_preferences(GUILD, guild.0).await?.as_deref()))
    }
}
