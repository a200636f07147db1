//! Players and their preferences.

use std::collections::HashMap;
use std::hash::Hash;

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::domain::{Player, Preferences, UserId};
use crate::store::error::{Each, Result};
use crate::store::in_memory::store::InMemoryStore;
use crate::store::json;
use crate::store::people::player::PlayerStore;

#[async_trait]
impl PlayerStore for InMemoryStore {
    async fn player(&self, user: UserId) -> Result<Player> {
        Ok(self.state().player(user).unwrap_or_default())
    }

    async fn players(&self, users: &[UserId]) -> Result<Each<UserId, Player>> {
        let state = self.state();
        Ok(users.iter().filter_map(|user| Some((*user, Ok(state.player(*user)?)))).collect())
    }

    async fn set_locale(&self, user: UserId, locale: &str) -> Result<()> {
        self.state().players.entry(user).or_default().locale = Some(locale.to_owned());
        Ok(())
    }

    async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<bool> {
        let mut state = self.state();
        let known = state.players.entry(user).or_default();
        Ok(std::mem::replace(&mut known.dm_closed, closed) != closed)
    }

    async fn preferences(&self, user: UserId) -> Result<Preferences> {
        json::read("player", user.0, self.state().preferences.get(&user).map(String::as_str))
    }

    async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool> {
        replace_preferences("player", &mut self.state().preferences, user, user.0, from, to)
    }
}

/// Replaces preferences; `false` when the stored ones are no longer `from`.
pub(in crate::store::in_memory) fn replace_preferences<
    K: Eq + Hash,
    T: DeserializeOwned + Serialize + Default + PartialEq,
>(
    table: &'static str,
    stored: &mut HashMap<K, String>,
    key: K,
    id: u64,
    from: &T,
    to: &T,
) -> Result<bool> {
    if json::read::<T>(table, id, stored.get(&key).map(String::as_str))? != *from {
        return Ok(false);
    }
    match json::written(to)? {
        Some(text) => drop(stored.insert(key, text)),
        None => drop(stored.remove(&key)),
    }
    Ok(true)
}
