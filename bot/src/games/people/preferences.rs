//! What people and servers choose for themselves. A choice made at the same time is not overruled: the change is made
//! anew on what stands then.

use crate::domain::clock::reminder_plan::next_at;
use crate::domain::{AuditEntry, GuildId, GuildPreferences, Preferences, UserId};
use crate::games::change::ATTEMPTS;
use crate::games::{GameError, Games};
use crate::store::StoreError;

impl Games {
    /// What a person has chosen.
    ///
    /// # Errors
    /// When it cannot be parsed; games go on without it.
    pub async fn preferences(&self, user: UserId) -> Result<Preferences, GameError> {
        Ok(self.store.preferences(user).await?)
    }

    /// Changes what a person has chosen; gives what stands then. `change` may be called several times. A digest follows what is
    /// chosen in the same write.
    ///
    /// # Errors
    /// Those of `change`, and when the stored preferences cannot be parsed.
    pub async fn update_preferences(
        &self,
        user: UserId,
        change: impl Fn(&mut Preferences) -> Result<(), GameError> + Send + Sync,
    ) -> Result<Preferences, GameError> {
        for _ in 0..ATTEMPTS {
            let from = self.store.preferences(user).await?;
            let mut to = from.clone();
            change(&mut to)?;
            let is_chosen = if to == from {
                true
            } else if (&to.digest, &to.zone) == (&from.digest, &from.zone) {
                self.store.set_preferences(user, &from, &to).await?
            } else {
                let due = to.digest.map(|minute| next_at(minute, &to, self.clock.now()));
                self.store.set_preferences_and_digest(user, &from, &to, due).await?
            };
            if is_chosen {
                return Ok(to);
            }
        }
        Err(changed_too_often("a person's settings"))
    }

    /// Records whether this person refuses our direct messages.
    pub async fn set_dm_closed(&self, user: UserId, closed: bool) -> Result<(), GameError> {
        self.store.set_dm_closed(user, closed).await?;
        Ok(())
    }

    /// What a server has chosen.
    ///
    /// # Errors
    /// When it cannot be parsed; games go on without it.
    pub async fn server_settings(&self, guild: GuildId) -> Result<GuildPreferences, GameError> {
        Ok(self.store.guild_preferences(guild).await?)
    }

    /// Changes what a server has chosen, and notes who has done so; gives what stands then. Whether the person may do so is for the caller to check: only Discord
    /// does. `change` may be called several times.
    ///
    /// # Errors
    /// Those of `change`, and when the stored preferences cannot be parsed.
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
