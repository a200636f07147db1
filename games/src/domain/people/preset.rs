//! Named challenges: setup and pace.

use serde::{Deserialize, Serialize};

pub const MOST_OWN_PRESETS: usize = 10;

pub const MOST_SERVER_PRESETS: usize = 25;

/// In characters.
pub const LONGEST_PRESET_NAME: usize = 30;

/// Refers to the newest game, so no preset can have this name; nor can it have the name of a game.
pub const LAST_GAME: &str = "last";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preset {
    pub name: String,
    /// Setup line without the random choices of a random layout.
    pub setup: String,
    pub pace: String,
    /// Not rated, even if it could be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_casual: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PresetError {
    #[error("a name of {LONGEST_PRESET_NAME} characters at most is needed")]
    Name,
    #[error("{0} are kept already")]
    TooMany(usize),
    #[error("there is none of this name")]
    Unknown,
    #[error("there is no game to keep")]
    NoGame,
}

impl Preset {
    /// Compares names ignoring case.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.to_lowercase() == name.trim().to_lowercase()
    }
}

/// Replaces the preset of the same name, or adds one if there are fewer than `most`. Returns whether one was replaced.
///
/// # Errors
/// If the list is full.
pub fn save_in(presets: &mut Vec<Preset>, preset: Preset, most: usize) -> Result<bool, PresetError> {
    if let Some(same) = presets.iter_mut().find(|same| same.is_called(&preset.name)) {
        *same = preset;
        return Ok(true);
    }
    if presets.len() >= most {
        return Err(PresetError::TooMany(most));
    }
    presets.push(preset);
    Ok(false)
}

pub fn remove_from(presets: &mut Vec<Preset>, name: &str) -> Result<Preset, PresetError> {
    let index = presets.iter().position(|preset| preset.is_called(name)).ok_or(PresetError::Unknown)?;
    Ok(presets.remove(index))
}

/// Normalizes the spaces of a name and checks it.
///
/// # Errors
/// If it is empty or too long, or if it is the name of a game or refers to the newest one.
pub fn preset_name(typed: &str) -> Result<String, PresetError> {
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = name.to_lowercase();
    let is_taken = lower == LAST_GAME || rules::registry::names().any(|game| game == lower.replace(' ', "-"));
    if name.is_empty() || name.chars().count() > LONGEST_PRESET_NAME || is_taken {
        return Err(PresetError::Name);
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preset(name: &str, setup: &str) -> Preset {
        Preset { name: name.to_owned(), setup: setup.to_owned(), pace: "days:3".to_owned(), is_casual: false }
    }

    #[test]
    fn a_name_is_kept_once_whatever_its_letters() {
        let mut presets = Vec::new();
        for name in ["one", "two"] {
            assert_eq!(save_in(&mut presets, preset(name, "abalone"), 2), Ok(false));
        }
        assert_eq!(save_in(&mut presets, preset("three", "abalone"), 2), Err(PresetError::TooMany(2)));
        assert_eq!(save_in(&mut presets, preset("ONE", "notalone"), 2), Ok(true));
        assert_eq!(presets, [preset("ONE", "notalone"), preset("two", "abalone")]);
        assert_eq!(remove_from(&mut presets, "three"), Err(PresetError::Unknown));
        assert_eq!(remove_from(&mut presets, " Two ").map(|removed| removed.name), Ok("two".to_owned()));
        assert_eq!(presets.len(), 1);
    }

    #[test]
    fn a_name_is_short_and_means_no_game() {
        assert_eq!(preset_name("  Fast   sprint "), Ok("Fast sprint".to_owned()));
        for name in ["", "  ", "last", "LAST", "Abalone", "Grand abalone", &"x".repeat(31)] {
            assert_eq!(preset_name(name), Err(PresetError::Name), "{name}");
        }
    }
}
