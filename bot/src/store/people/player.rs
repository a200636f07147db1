//! Players and their preferences.

use crate::domain::{PersonRecord, Preferences, UserId};
use crate::store::connection::engine::{Arg, args};
use crate::store::error::{Each, Result};
use crate::store::statements::Store;
use crate::store::{json, rows};

pub(super) const PLAYER: &str = "select preferences from player where user_id = $1";

impl Store {
    /// One player; the default when nothing is stored.
    pub async fn player(&self, user: UserId) -> Result<PersonRecord> {
        let sql = "select user_id, locale, dm_closed, preferences, silent_since from player where user_id = $1";
        let player = self.first("player", sql, args![user], |read| rows::player(read).1).await?;
        Ok(player.unwrap_or_default())
    }

    /// Many players in one query. Players of whom nothing is stored are left out.
    pub async fn players(&self, users: &[UserId]) -> Result<Each<UserId, PersonRecord>> {
        let sql = "select user_id, locale, dm_closed, preferences, silent_since from player \
                   where user_id in (select cast(key as bigint) from jsonb_each($1))";
        let players = self.list("player", sql, args![Arg::users(users)], |read| Ok(rows::player(read))).await?;
        Ok(players.into_iter().collect())
    }

    pub async fn set_locale(&self, user: UserId, locale: &str) -> Result<()> {
        let sql = "insert into player (user_id, locale, dm_closed) values ($1, $2, 0) \
                   on conflict (user_id) do update set locale = $2";
        self.change(sql, args![user.0, locale]).await.map(drop)
    }

    /// Stores whether a player refuses direct messages; returns whether this changed.
    pub async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<bool> {
        // No row is inserted just to store the default.
        let sql = "insert into player (user_id, dm_closed) select $1, $2 where $2 <> 0 \
                   or exists (select 1 from player where user_id = $1) \
                   on conflict (user_id) do update set dm_closed = $2 where player.dm_closed <> $2 returning user_id";
        self.change_any(sql, args![user.0, closed]).await
    }

    pub async fn preferences(&self, user: UserId) -> Result<Preferences> {
        json::read("player", user.0, self.stored_preferences(PLAYER, user.0).await?.as_deref())
    }

    /// Replaces preferences; `false` when the stored ones are no longer `from`.
    pub async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool> {
        let sql = "insert into player (user_id, dm_closed, preferences) select $1, 0, $2 where $3 = '' \
                   or exists (select 1 from player where user_id = $1) on conflict (user_id) \
                   do update set preferences = $2 where coalesce(player.preferences, '') = $3 returning user_id";
        self.replace_preferences("player", [PLAYER, sql], user.0, [from, to], Vec::new(), []).await
    }
}
