//! Preferences of players and servers as JSON columns. Unknown fields are kept, so that two versions of the program
//! running side by side do not undo each other's changes.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tracing::error;

use crate::store::error::{Result, StoreError};

/// Reads a column; null is the default.
pub fn read<T: DeserializeOwned + Default>(table: &'static str, row: u64, text: Option<&str>) -> Result<T> {
    let Some(text) = text else { return Ok(T::default()) };
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt {
        table,
        row: row.to_string(),
        problem: format!("preferences: {error}"),
    })
}

/// Rows that were logged as corrupt.
static LOGGED: LazyLock<Mutex<HashSet<(&'static str, u64)>>> = LazyLock::new(Mutex::default);

const MAX_LOGGED: usize = 1000;

/// Returns `true` once per row, so that a corrupt row is logged once.
pub fn is_first_report(table: &'static str, row: u64) -> bool {
    let mut rows = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    rows.len() < MAX_LOGGED && rows.insert((table, row))
}

/// Reads a column; the default if it cannot be read, which is logged once per row.
pub fn read_or_default<T: DeserializeOwned + Default>(table: &'static str, row: u64, text: Option<&str>) -> T {
    read(table, row, text).unwrap_or_else(|problem| {
        if is_first_report(table, row) {
            error!(error = %problem, "Ignored preferences that cannot be read: {problem}");
        }
        T::default()
    })
}

/// The text of the column without unset fields; `None` for the default.
pub fn to_text<T: Serialize + Default + PartialEq>(preferences: &T) -> Result<Option<String>> {
    if *preferences == T::default() {
        return Ok(None);
    }
    let mut fields = serde_json::to_value(preferences)
        .map_err(|error| StoreError::Database { problem: format!("writing preferences: {error}"), transient: false })?;
    if let Some(fields) = fields.as_object_mut() {
        // An empty list may be a choice: no reminders.
        fields.retain(|_, value| !value.is_null());
    }
    Ok(Some(fields.to_string()))
}

#[cfg(test)]
mod tests {
    use crate::domain::{GuildPreferences, Preferences};

    use super::*;

    #[test]
    fn fields_of_a_newer_program_are_kept() {
        let text = r#"{"theme":"slate","moods":["calm"]}"#;
        let mut preferences: Preferences = read("player", 1, Some(text)).expect("reads");
        preferences.coordinates = Some(false);
        let again = to_text(&preferences).expect("writes").expect("something is chosen");
        let again: serde_json::Value = serde_json::from_str(&again).expect("JSON");
        assert_eq!(again, serde_json::json!({ "theme": "slate", "coordinates": false, "moods": ["calm"] }));
    }

    #[test]
    fn default_preferences_are_stored_as_null() {
        assert_eq!(to_text(&Preferences::default()).expect("writes"), None);
        assert_eq!(read::<Preferences>("player", 1, None).expect("reads"), Preferences::default());
        assert_eq!(read::<GuildPreferences>("guild", 1, Some("{}")).expect("reads"), GuildPreferences::default());
    }

    #[test]
    fn corrupt_preferences_are_an_error_or_the_default() {
        for text in ["", "[]", r#"{"theme":5}"#, r#"{"orientation":"sideways"}"#] {
            let problem = read::<Preferences>("player", 7, Some(text)).expect_err(text).to_string();
            assert!(problem.starts_with("table player, 7: preferences: "), "{problem}");
            assert_eq!(read_or_default::<Preferences>("player", 7, Some(text)), Preferences::default());
        }
    }
}
