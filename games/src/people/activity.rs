//! Caches facts about people who act, so that an interaction needs no query for them.

use std::sync::Arc;
use std::time::Duration;

use base::cache::Cache;

use crate::Games;
use crate::domain::UserId;
use crate::store::StoreError;

/// Number of people in the cache, far more than act within [`FRESH`].
const MOST: usize = 20_000;

/// After this time the store is asked again, because another process may have changed it.
const FRESH: Duration = Duration::from_mins(5);

/// The stored locales of people without unanswered reminders.
#[derive(Clone)]
pub struct KnownLocales(Arc<Cache<UserId, Arc<str>>>);

impl Default for KnownLocales {
    fn default() -> Self {
        Self(Arc::new(Cache::new(MOST).with_lifetime(FRESH)))
    }
}

impl KnownLocales {
    /// A reminder was sent to this person, so their next action has to be recorded.
    pub fn forget(&self, user: UserId) {
        self.0.remove(&user);
    }
}

impl Games {
    /// Stores a person's locale for messages that they did not ask for, and records that they answered the reminders
    /// to them. Asks the store once in a while, and writes only what has changed.
    pub async fn record_activity(&self, user: UserId, locale: &str) -> Result<(), StoreError> {
        if self.known_locales.0.get(&user).is_some_and(|value| *value == *locale) {
            return Ok(());
        }
        let player = self.store.player(user).await?;
        if player.silent_since.is_some() {
            self.store.record_sign_of_life(user).await?;
        }
        if player.locale.as_deref() != Some(locale) {
            self.store.set_locale(user, locale).await?;
        }
        self.known_locales.0.insert(user, locale.into());
        Ok(())
    }
}
