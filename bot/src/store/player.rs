//! Players and their preferences.

use async_trait::async_trait;

use crate::domain::{Player, Preferences, UserId};
use crate::store::error::{Each, Result};

/// Keeps what is known of Discord users.
#[async_trait]
pub trait PlayerStore: Send + Sync + 'static {
    /// What we know of a person; default when nothing.
    async fn player(&self, user: UserId) -> Result<Player>;
    /// The same of many people in one question; nobody of whom nothing is known.
    async fn players(&self, users: &[UserId]) -> Result<Each<UserId, Player>>;
    /// Remembers a person's language.
    async fn set_locale(&self, user: UserId, locale: &str) -> Result<()>;
    /// Remembers whether a person refuses direct messages; gives whether that is news.
    async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<bool>;
    /// What a person has chosen.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when it does not read.
    async fn preferences(&self, user: UserId) -> Result<Preferences>;
    /// Has a person choose anew, if they have not done so since `from` was read; gives whether that is so.
    async fn set_preferences(&self, user: UserId, from: &Preferences, to: &Preferences) -> Result<bool>;
}
