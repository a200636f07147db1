//! Preferences of Discord servers.

use async_trait::async_trait;

use crate::domain::{AuditEntry, GameId, GuildId, GuildPreferences};
use crate::store::error::Result;
use crate::store::guild::{GuildHoldings, GuildStore};
use crate::store::json;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::forget_guild::POSTED;
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::audit::{INSERT_AUDIT, audit_args};

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

    async fn guild_holdings(&self, guild: GuildId) -> Result<GuildHoldings> {
        let count = async |sql: &'static str| self.count(sql, args![guild.0]).await;
        Ok(GuildHoldings {
            has_preferences: count("select count(*) from guild where guild_id = $1").await? > 0,
            challenges: count("select count(*) from game where guild_id = $1 and phase = 'offered'").await?,
            playing: count("select count(*) from game where guild_id = $1 and phase = 'playing'").await?,
            over: count("select count(*) from game where guild_id = $1 and phase in ('over', 'void')").await?,
            ladders: count("select count(*) from ladder where guild_id = $1").await?,
            audit: count("select count(*) from audit where guild_id = $1").await?,
            posted: count(POSTED).await?,
        })
    }

    async fn open_games(&self, guild: GuildId, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where guild_id = $1 and phase in ('offered', 'playing') and game_id > $2 \
                   order by game_id limit $3";
        let rows = self.rows(sql, args![guild.0, after.map_or(i64::MIN, |game| game.0), limit]).await?;
        rows.iter().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).collect()
    }

    async fn forget_guild(&self, guild: GuildId, damaged: &[GameId]) -> Result<bool> {
        self.forget(guild, damaged).await
    }
}
