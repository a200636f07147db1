//! Challenges that are kept by name.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::people::preset::{
    LAST_GAME, MOST_OWN_PRESETS, MOST_SERVER_PRESETS, Preset, PresetError, preset_name, remove_from, save_in,
};
use crate::domain::{AuditAction, AuditEntry, GuildId, GuildPreferences, Preferences, UserId};
use crate::features::audit::service::Organizer;
use crate::games::{GameError, Games};

/// A person's own presets, then those of the server.
pub async fn presets_of(games: &Games, user: UserId, guild: Option<GuildId>) -> Result<[Vec<Preset>; 2], GameError> {
    let own = games.store.player(user).await?.preferences.presets;
    let of_server = match guild {
        Some(guild) => games.store.guild(guild).await?.presets,
        None => Vec::new(),
    };
    Ok([own, of_server])
}

/// The preset that a person means: their own, that of the server, or their newest game.
///
/// # Errors
/// [`PresetError::Unknown`], and [`PresetError::NoGame`] for the newest game of somebody who has none.
pub async fn find_preset(games: &Games, user: UserId, guild: Option<GuildId>, name: &str) -> Result<Preset, GameError> {
    if name.trim().to_lowercase() == LAST_GAME {
        return newest_terms(games, user, LAST_GAME.to_owned()).await;
    }
    let known = presets_of(games, user, guild).await?;
    let found = known.into_iter().flatten().find(|preset| preset.is_called(name));
    Ok(found.ok_or(PresetError::Unknown)?)
}

/// What this person has played or offered last, under this name.
async fn newest_terms(games: &Games, user: UserId, name: String) -> Result<Preset, GameError> {
    let game = games.store.newest_of(user).await?.ok_or(PresetError::NoGame)?;
    let is_casual = !game.challenge.is_rated && RatingGroup::of(&game.setup).is_some();
    Ok(Preset { name, setup: game.setup.before_the_draw(), pace: game.time_control.to_string(), is_casual })
}

/// Keeps what this person has played or offered last, under this name.
pub async fn save_preset(games: &Games, user: UserId, name: &str) -> Result<ChangedPresets, GameError> {
    let preset = newest_terms(games, user, preset_name(name)?).await?;
    let done = Mutex::new(None);
    let save = |chosen: &mut Preferences| save(&mut chosen.presets, &preset, MOST_OWN_PRESETS, &done);
    let presets = games.update_preferences(user, save).await?.presets;
    Ok(ChangedPresets { done: locked(&done).take(), presets })
}

pub async fn remove_preset(games: &Games, user: UserId, name: &str) -> Result<ChangedPresets, GameError> {
    let done = Mutex::new(None);
    let remove = |chosen: &mut Preferences| remove(&mut chosen.presets, name, &done);
    let presets = games.update_preferences(user, remove).await?.presets;
    Ok(ChangedPresets { done: locked(&done).take(), presets })
}

/// The same for a server. Whether the person may do so is for the caller to check.
pub async fn save_server_preset(games: &Games, by: &Organizer, name: &str) -> Result<ChangedPresets, GameError> {
    let preset = newest_terms(games, by.user, preset_name(name)?).await?;
    let audit = preset_entry(games, by, AuditAction::PresetSaved, name);
    let done = Mutex::new(None);
    let save = |chosen: &mut GuildPreferences| save(&mut chosen.presets, &preset, MOST_SERVER_PRESETS, &done);
    let presets = games.update_server_preferences(by.guild, Some(&audit), save).await?.presets;
    Ok(ChangedPresets { done: locked(&done).take(), presets })
}

pub async fn remove_server_preset(games: &Games, by: &Organizer, name: &str) -> Result<ChangedPresets, GameError> {
    let audit = preset_entry(games, by, AuditAction::PresetRemoved, name);
    let done = Mutex::new(None);
    let remove = |chosen: &mut GuildPreferences| remove(&mut chosen.presets, name, &done);
    let presets = games.update_server_preferences(by.guild, Some(&audit), remove).await?.presets;
    Ok(ChangedPresets { done: locked(&done).take(), presets })
}

fn preset_entry(games: &Games, by: &Organizer, action: AuditAction, name: &str) -> AuditEntry {
    AuditEntry { detail: Some(name.trim().to_owned()), ..by.entry(action, games.clock.now()) }
}

/// What became of a list of presets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPresets {
    pub done: Option<PresetChange>,
    pub presets: Vec<Preset>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PresetChange {
    Saved(Preset),
    Replaced(Preset),
    Removed(Preset),
}

/// The decision that is written is the last one: it is made anew when another change was faster.
type Decided = Mutex<Option<PresetChange>>;

fn locked(done: &Decided) -> MutexGuard<'_, Option<PresetChange>> {
    done.lock().unwrap_or_else(PoisonError::into_inner)
}

fn save(presets: &mut Vec<Preset>, preset: &Preset, most: usize, done: &Decided) -> Result<(), GameError> {
    let is_replaced = save_in(presets, preset.clone(), most)?;
    let kept = preset.clone();
    *locked(done) = Some(if is_replaced { PresetChange::Replaced(kept) } else { PresetChange::Saved(kept) });
    Ok(())
}

fn remove(presets: &mut Vec<Preset>, name: &str, done: &Decided) -> Result<(), GameError> {
    *locked(done) = Some(PresetChange::Removed(remove_from(presets, name)?));
    Ok(())
}
