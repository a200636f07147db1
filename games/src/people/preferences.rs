//! Preferences of people and servers. A concurrent change is not overwritten: the change is applied again to the new
//! state.

use crate::change::ATTEMPTS;
use crate::domain::clock::reminder_plan::next_at;
use crate::domain::{AuditEntry, GuildId, GuildPreferences, Preferences, UserId};
use crate::store::StoreError;
use crate::{GameError, Games};

impl Games {
    /// A person's preferences.
    ///
    /// # Errors
    /// If they cannot be parsed; games go on without them.
    pub async fn preferences(&self, user: UserId) -> Result<Preferences, GameError> {
        Ok(self.store.preferences(user).await?)
    }

    /// Changes a person's preferences and returns the new ones. `change` may be called several times. The digest is
    /// scheduled in the same write.
    ///
    /// # Errors
    /// Those of `change`, and if the stored preferences cannot be parsed.
    pub async fn update_preferences(
        &self,
        user: UserId,
        change: impl Fn(&mut Preferences) -> Result<(), GameError> + Send + Sync,
    ) -> Result<Preferences, GameError> {
        for _ in 0..ATTEMPTS {
            let from = self.store.preferences(user).await?;
            let mut to = from.clone();
            change(&mut to)?;
            let is_stored = if to == from {
                true
            } else if (&to.digest, &to.zone) == (&from.digest, &from.zone) {
                self.store.set_preferences(user, &from, &to).await?
            } else {
                let due = to.digest.map(|minute| next_at(minute, &to, self.clock.now()));
                let is_stored = self.store.set_preferences_and_digest(user, &from, &to, due).await?;
                self.wake.notify_waiters();
                is_stored
            };
            if is_stored {
                return Ok(to);
            }
        }
        Err(changed_too_often("a person's settings"))
    }

    pub async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<(), GameError> {
        self.store.set_dm_closed(user, closed).await?;
        Ok(())
    }

    pub async fn server_settings(&self, guild: GuildId) -> Result<GuildPreferences, GameError> {
        Ok(self.store.guild_preferences(guild).await?)
    }

    /// Changes a server's preferences, records who did so, and returns the new ones. The caller has to check the
    /// permission, which only Discord knows. `change` may be called several times.
    ///
    /// # Errors
    /// Those of `change`, and if the stored preferences cannot be parsed.
    pub async fn update_server_preferences(
        &self,
        guild: GuildId,
        audit: Option<&AuditEntry>,
        change: impl Fn(&mut GuildPreferences) -> Result<(), GameError> + Send + Sync,
    ) -> Result<GuildPreferences, GameError> {
        for _ in 0..ATTEMPTS {
            let from = self.store.guild_preferences(guild).await?;
            let mut to = from.clone();
            change(&mut to)?;
            if to == from || self.store.set_guild_preferences(guild, &from, &to, audit).await? {
                return Ok(to);
            }
        }
        Err(changed_too_often("a server's settings"))
    }
}

fn changed_too_often(what: &str) -> GameError {
    let problem = format!("{what} changed {ATTEMPTS} times while a change was made");
    StoreError::Database { problem, transient: true }.into()
}
