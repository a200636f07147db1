//! Preferences of Discord servers, and the amount of their data.

use crate::domain::{AuditEntry, GameId, GuildId, GuildPreferences};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::forget_guild::{POSTED, forget};
use crate::store::json;
use crate::store::rows::Reader;
use crate::store::snapshot;
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GuildHoldings {
    pub has_preferences: bool,
    pub challenges: u32,
    pub playing: u32,
    /// Games that are over, and challenges that were closed.
    pub over: u32,
    pub ladders: u32,
    pub audit: u32,
    pub posted: u32,
}

const GUILD: &str = "select preferences from guild where guild_id = $1";

impl Store {
    pub async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences> {
        json::read("guild", guild.0, self.guild_row(guild).await?.as_deref())
    }

    async fn guild_row(&self, guild: GuildId) -> Result<Option<String>> {
        if let Some(preferences) = snapshot::with(|snapshot| snapshot.guilds.get(&guild).cloned()).flatten() {
            return Ok(preferences);
        }
        let preferences = self.stored_preferences(GUILD, guild.0).await?;
        snapshot::with(|snapshot| snapshot.guilds.insert(guild, preferences.clone()));
        Ok(preferences)
    }

    /// Replaces preferences and adds an audit log entry. Returns `false` without writing if the stored ones are no
    /// longer `from`.
    pub async fn set_guild_preferences(
        &self,
        guild: GuildId,
        from: &GuildPreferences,
        to: &GuildPreferences,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let sql = "insert into guild (guild_id, preferences) select $1, $2 where $3 = '' \
                   or exists (select 1 from guild where guild_id = $1) on conflict (guild_id) \
                   do update set preferences = $2 where coalesce(guild.preferences, '') = $3 returning guild_id";
        self.replace_preferences("guild", [GUILD, sql], guild.0, [from, to], audit.map(insert_audit)).await
    }

    /// Preferences of a server for pictures; the default if they cannot be read.
    pub async fn guild(&self, guild: GuildId) -> Result<GuildPreferences> {
        Ok(json::read_or_default("guild", guild.0, self.guild_row(guild).await?.as_deref()))
    }

    pub async fn guild_holdings(&self, guild: GuildId) -> Result<GuildHoldings> {
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

    /// Offered and running games of a server, including unreadable ones: at most `limit`, by id, after the game
    /// `after`.
    pub async fn open_games(&self, guild: GuildId, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where guild_id = $1 and phase in ('offered', 'playing') and game_id > $2 \
                   order by game_id limit $3";
        self.list("game", sql, args![guild.0, after.map_or(i64::MIN, |game| game.0), limit], Reader::game).await
    }

    /// Deletes the data of a server: preferences, ladders, audit log, its own ratings and statistics, and records of
    /// messages about its games. Its games stay, without server, channel and number; `damaged` ones that are offered
    /// or running are annulled. Atomic. Returns `false` without changes while another game there is offered, running
    /// or not counted yet, or while ratings are being replaced.
    pub async fn forget_guild(&self, guild: GuildId, damaged: &[GameId]) -> Result<bool> {
        let forget_all = async || {
            let mut connection = self.write.begin().await?;
            // This goes through whole tables. A connection to an in-memory database has to stay open, because it is
            // the database.
            if self.interceptor.is_none() {
                connection.prepare_for_bulk_work().await?;
            }
            let result = forget(&mut connection, guild, damaged).await;
            connection.end(result).await
        };
        self.change_with_retries("forget_guild", forget_all).await
    }
}
