//! Players and their preferences.

use crate::domain::{PersonRecord, Preferences, UserId};
use crate::store::connection::engine::{Arg, Statement, args};
use crate::store::error::{Each, Result};
use crate::store::statements::Store;
use crate::store::{json, rows, snapshot};

const PLAYER: &str = "select preferences from player where user_id = $1";

impl Store {
    /// One player; the default if nothing is stored.
    pub async fn player(&self, user: UserId) -> Result<PersonRecord> {
        if let Some(player) = snapshot::with(|snapshot| snapshot.players.get(&user).cloned()).flatten() {
            return Ok(player);
        }
        let sql = "select user_id, locale, dm_closed, preferences, silent_since from player where user_id = $1";
        let player = self.first("player", sql, args![user], |read| rows::player(read).1).await?.unwrap_or_default();
        snapshot::with(|snapshot| snapshot.players.insert(user, player.clone()));
        Ok(player)
    }

    /// Many players in one query. Players without stored data are left out.
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

    /// Stores whether a player refuses direct messages. Returns whether this changed.
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

    /// Replaces preferences. `false` if the stored ones are no longer `from`.
    pub async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool> {
        self.write_preferences(user, from, to, []).await
    }

    pub(super) async fn write_preferences(
        &self,
        user: UserId,
        from: &Preferences,
        to: &Preferences,
        others: impl IntoIterator<Item = Statement>,
    ) -> Result<bool> {
        let sql = "insert into player (user_id, dm_closed, preferences) select $1, 0, $2 where $3 = '' \
                   or exists (select 1 from player where user_id = $1) on conflict (user_id) \
                   do update set preferences = $2 where coalesce(player.preferences, '') = $3 returning user_id";
        self.replace_preferences("player", [PLAYER, sql], user.0, [from, to], others).await
    }
}
