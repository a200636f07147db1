//! What is known to stand in the store about people who act, so that an interaction costs no query for it.

use std::sync::Arc;
use std::time::Duration;

use crate::cache::Cache;
use crate::domain::UserId;
use crate::games::Games;
use crate::store::StoreError;

/// People remembered at the same time; far more than act within [`FRESH`].
const MOST: usize = 20_000;

/// After so long the store is asked again: another process may have changed what stands there.
const FRESH: Duration = Duration::from_mins(5);

/// Whose locale stands in the store, with no reminder unanswered.
#[derive(Clone)]
pub(crate) struct KnownLocales(Arc<Cache<UserId, Arc<str>>>);

impl Default for KnownLocales {
    fn default() -> Self {
        Self(Arc::new(Cache::new(MOST).with_lifetime(FRESH)))
    }
}

impl KnownLocales {
    /// A reminder was sent to this person: their next action answers it.
    pub(crate) fn forget(&self, user: UserId) {
        self.0.remove(&user);
    }
}

impl Games {
    /// Keeps a person's locale for messages that they did not ask for, and notes that they answer the reminders to them. Asks the store
    /// once in a while, and writes only what has changed.
    pub async fn record_activity(&self, user: UserId, locale: &str) -> Result<(), StoreError> {
        if self.known_locales.0.get(&user).is_some_and(|known| *known == *locale) {
            return Ok(());
        }
        let known = self.store.player(user).await?;
        if known.silent_since.is_some() {
            self.store.record_sign_of_life(user).await?;
        }
        if known.locale.as_deref() != Some(locale) {
            self.store.set_locale(user, locale).await?;
        }
        self.known_locales.0.insert(user, locale.into());
        Ok(())
    }
}
