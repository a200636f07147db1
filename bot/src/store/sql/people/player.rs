//! Players and their preferences.

use async_trait::async_trait;

use crate::domain::{PersonRecord, Preferences, UserId};
use crate::store::error::{Each, Result};
use crate::store::json;
use crate::store::people::player::PlayerStore;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::rows;
use crate::store::sql::store::SqlStore;

const PLAYER: &str = "select preferences from player where user_id = $1";

impl<DB: Engine> SqlStore<DB> {
    /// Replaces preferences of a player with a statement that also writes other columns.
    pub(super) async fn replace_player_preferences(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        write: &'static str,
        also: Vec<Arg>,
    ) -> Result<bool> {
        self.replace_preferences("player", [PLAYER, write], user.0, [from, to], also).await
    }
}

#[async_trait]
impl<DB: Engine> PlayerStore for SqlStore<DB> {
    async fn player(&self, user: UserId) -> Result<PersonRecord> {
        let sql = "select user_id, locale, dm_closed, preferences, silent_since from player where user_id = $1";
        let rows = self.rows(sql, args![user.0]).await?;
        rows.first().map_or_else(|| Ok(PersonRecord::default()), |row| rows::player::<DB>(row).1)
    }

    async fn players(&self, users: &[UserId]) -> Result<Each<UserId, PersonRecord>> {
        let sql = "select user_id, locale, dm_closed, preferences, silent_since from player \
                   where user_id in (select cast(key as bigint) from jsonb_each($1))";
        let rows = self.rows(sql, args![Arg::keys(users.iter().map(|user| user.0.cast_signed()))]).await?;
        Ok(rows.iter().map(rows::player::<DB>).collect())
    }

    async fn set_locale(&self, user: UserId, locale: &str) -> Result<()> {
        let sql = "insert into player (user_id, locale, dm_closed) values ($1, $2, 0) \
                   on conflict (user_id) do update set locale = $2";
        self.change(sql, args![user.0, locale]).await?;
        Ok(())
    }

    async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<bool> {
        // No row is inserted just to store the default.
        let sql = "insert into player (user_id, dm_closed) select $1, $2 where $2 <> 0 \
                   or exists (select 1 from player where user_id = $1) \
                   on conflict (user_id) do update set dm_closed = $2 where player.dm_closed <> $2 returning user_id";
        Ok(!self.change(sql, args![user.0, i64::from(closed)]).await?.is_empty())
    }

    async fn preferences(&self, user: UserId) -> Result<Preferences> {
        json::read("player", user.0, self.stored_preferences(PLAYER, user.0).await?.as_deref())
    }

    async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool> {
        let sql = "insert into player (user_id, dm_closed, preferences) select $1, 0, $2 where $3 = '' \
                   or exists (select 1 from player where user_id = $1) on conflict (user_id) \
                   do update set preferences = $2 where coalesce(player.preferences, '') = $3 returning user_id";
        self.replace_player_preferences(user, from, to, sql, Vec::new()).await
    }
}
