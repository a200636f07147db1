//! Challenges that are kept by name.

use crate::domain::preset::{
    LAST_GAME, MOST_OWN_PRESETS, MOST_SERVER_PRESETS, Preset, PresetError, preset_name, remove_from, save_in,
};
use crate::domain::rating::group::RatingGroup;
use crate::domain::{AuditAction, AuditEntry, GuildId, GuildPreferences, Preferences, UserId};
use crate::features::audit::service::Organizer;
use crate::games::{GameError, Games};

impl Games {
    /// A person's own presets, then those of the server.
    pub async fn presets(&self, user: UserId, guild: Option<GuildId>) -> Result<[Vec<Preset>; 2], GameError> {
        let own = self.store.player(user).await?.preferences.presets;
        let of_server = match guild {
            Some(guild) => self.store.guild(guild).await?.presets,
            None => Vec::new(),
        };
        Ok([own, of_server])
    }

    /// The preset that a person means: their own, that of the server, or their newest game.
    ///
    /// # Errors
    /// [`PresetError::Unknown`], and [`PresetError::NoGame`] for the newest game of somebody who has none.
    pub async fn preset(&self, user: UserId, guild: Option<GuildId>, name: &str) -> Result<Preset, GameError> {
        if name.trim().to_lowercase() == LAST_GAME {
            return self.newest_terms(user, LAST_GAME.to_owned()).await;
        }
        let known = self.presets(user, guild).await?;
        let found = known.into_iter().flatten().find(|preset| preset.is_called(name));
        Ok(found.ok_or(PresetError::Unknown)?)
    }

    /// What this person has played or offered last, under this name.
    async fn newest_terms(&self, user: UserId, name: String) -> Result<Preset, GameError> {
        let game = self.store.newest_of(user).await?.ok_or(PresetError::NoGame)?;
        let is_casual = !game.challenge.is_rated && RatingGroup::of(&game.setup).is_some();
        Ok(Preset { name, setup: game.setup.before_the_draw(), pace: game.time_control.to_string(), is_casual })
    }

    /// Keeps what this person has played or offered last, under this name.
    pub async fn save_preset(&self, user: UserId, name: &str) -> Result<Vec<Preset>, GameError> {
        let preset = self.newest_terms(user, preset_name(name)?).await?;
        let save = move |chosen: &mut Preferences| Ok(save_in(&mut chosen.presets, preset.clone(), MOST_OWN_PRESETS)?);
        Ok(self.update_preferences(user, save).await?.presets)
    }

    pub async fn remove_preset(&self, user: UserId, name: &str) -> Result<Vec<Preset>, GameError> {
        let remove = |chosen: &mut Preferences| Ok(remove_from(&mut chosen.presets, name)?);
        Ok(self.update_preferences(user, remove).await?.presets)
    }

    /// The same for a server. Whether the person may do so is for the caller to check.
    pub async fn save_server_preset(&self, by: &Organizer, name: &str) -> Result<Vec<Preset>, GameError> {
        let preset = self.newest_terms(by.user, preset_name(name)?).await?;
        let audit = self.preset_entry(by, AuditAction::PresetSaved, name);
        let save =
            move |chosen: &mut GuildPreferences| Ok(save_in(&mut chosen.presets, preset.clone(), MOST_SERVER_PRESETS)?);
        Ok(self.update_server_preferences(by.guild, Some(&audit), save).await?.presets)
    }

    pub async fn remove_server_preset(&self, by: &Organizer, name: &str) -> Result<Vec<Preset>, GameError> {
        let audit = self.preset_entry(by, AuditAction::PresetRemoved, name);
        let remove = |chosen: &mut GuildPreferences| Ok(remove_from(&mut chosen.presets, name)?);
        Ok(self.update_server_preferences(by.guild, Some(&audit), remove).await?.presets)
    }

    fn preset_entry(&self, by: &Organizer, action: AuditAction, name: &str) -> AuditEntry {
        AuditEntry { detail: Some(name.trim().to_owned()), ..by.entry(action, self.clock.now()) }
    }
}
