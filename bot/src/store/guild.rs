//! Preferences of Discord servers.

use crate::domain::{AuditEntry, GameId, GuildId, GuildPreferences};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::forget_guild::{POSTED, forget};
use crate::store::json;
use crate::store::rows::Reader;
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;

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

const GUILD: &str = "select preferences from guild where guild_id = $1";

impl Store {
    pub async fn guild_preferences(&self, guild: GuildId) -> Result<GuildPreferences> {
        json::read("guild", guild.0, self.stored_preferences(GUILD, guild.0).await?.as_deref())
    }

    /// Replaces preferences, and adds an entry to the log of the server; `false`, and nothing is written, when the stored ones are no
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
        self.replace_preferences("guild", [GUILD, sql], guild.0, [from, to], Vec::new(), audit.map(insert_audit)).await
    }

    /// Preferences of a server for pictures: the default when they cannot be read.
    pub async fn guild(&self, guild: GuildId) -> Result<GuildPreferences> {
        Ok(json::read_or_default("guild", guild.0, self.stored_preferences(GUILD, guild.0).await?.as_deref()))
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

    /// What is offered or played in a server, also what cannot be read: at most `limit`, by their ids, from the first one behind `after`.
    pub async fn open_games(&self, guild: GuildId, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where guild_id = $1 and phase in ('offered', 'playing') and game_id > $2 \
                   order by game_id limit $3";
        self.list("game", sql, args![guild.0, after.map_or(i64::MIN, |game| game.0), limit], Reader::game).await
    }

    /// Deletes what is stored of a server: preferences, ladders, the log of its organizers, its own ratings and statistics, and where
    /// messages about its games stand. Its games stay, without server, channel and number; `damaged` ones that are offered or played are
    /// annulled. All of it, or nothing. `false`, and nothing is changed, while another game is offered or played there or its result is
    /// not counted yet, or while ratings are being replaced.
    pub async fn forget_guild(&self, guild: GuildId, damaged: &[GameId]) -> Result<bool> {
        let forget_all = async || {
            let mut connection = self.write.begin().await?;
            // It goes through whole tables. A connection to a database in memory has to stay open, because it is the database.
            if self.door.is_none() {
                connection.prepare_for_bulk_work().await?;
            }
            let done = forget(&mut connection, guild, damaged).await;
            connection.end(done).await
        };
        self.change_with_retries("forget_guild", forget_all).await
    }
}
