//! Players and their preferences.

use async_trait::async_trait;

use crate::domain::{PersonRecord, Preferences, UserId};
use crate::store::error::{Each, Result};

/// Stores what is known of Discord users.
#[async_trait]
pub trait PlayerStore: Send + Sync + 'static {
    /// One player; the default when nothing is stored.
    async fn player(&self, user: UserId) -> Result<PersonRecord>;
    /// Many players in one query. Players of whom nothing is stored are left out.
    async fn players(&self, users: &[UserId]) -> Result<Each<UserId, PersonRecord>>;
    async fn set_locale(&self, user: UserId, locale: &str) -> Result<()>;
    /// Stores whether a player refuses direct messages; returns whether this changed.
    async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<bool>;
    /// Preferences of a player.
    ///
    /// # Errors
    /// [`crate::store::StoreError::Corrupt`] when they cannot be read.
    async fn preferences(&self, user: UserId) -> Result<Preferences>;
    /// Replaces preferences; `false` when the stored ones are no longer `from`.
    async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool>;
}
