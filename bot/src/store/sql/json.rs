//! What people and servers have chosen: one JSON text each. What a newer program wrote beside what this one knows is kept, so
//! that two versions that run side by side undo nothing of each other's.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tracing::error;

use crate::store::error::StoreError;

/// Reads what is stored; nothing stored is nothing chosen.
pub(crate) fn read<T: DeserializeOwned + Default>(
    table: &'static str,
    row: u64,
    text: Option<&str>,
) -> Result<T, StoreError> {
    let Some(text) = text else { return Ok(T::default()) };
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt {
        table,
        row: row.to_string(),
        problem: format!("preferences: {error}"),
    })
}

/// Rows of which the log has told already, as far as they are few.
static TOLD: LazyLock<Mutex<HashSet<(&'static str, u64)>>> = LazyLock::new(Mutex::default);

/// How many are remembered.
const FEW: usize = 1000;

/// Has the log told nothing of this row yet? It is taken for told.
pub(crate) fn is_news(table: &'static str, row: u64) -> bool {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    told.len() < FEW && told.insert((table, row))
}

/// The same where a game has to go on whatever stands there: what does not read is nothing chosen, and said once.
pub(crate) fn read_or_default<T: DeserializeOwned + Default>(table: &'static str, row: u64, text: Option<&str>) -> T {
    read(table, row, text).unwrap_or_else(|problem| {
        if is_news(table, row) {
            error!(error = %problem, "Went on without what somebody has chosen: {problem}");
        }
        T::default()
    })
}

/// As stored; `None` when nothing is chosen.
pub(crate) fn written<T: Serialize + Default + PartialEq>(chosen: &T) -> Result<Option<String>, StoreError> {
    if *chosen == T::default() {
        return Ok(None);
    }
    serde_json::to_string(chosen)
        .map(Some)
        .map_err(|error| StoreError::Database { problem: format!("writing preferences: {error}"), transient: false })
}

#[cfg(test)]
mod tests {
    use crate::domain::{GuildPreferences, Preferences};

    use super::*;

    #[test]
    fn what_a_newer_program_wrote_stays() {
        let text = r#"{"theme":"slate","moods":["calm"]}"#;
        let mut chosen: Preferences = read("player", 1, Some(text)).expect("reads");
        chosen.coordinates = Some(false);
        let again = written(&chosen).expect("writes").expect("something is chosen");
        assert_eq!(again, r#"{"theme":"slate","coordinates":false,"moods":["calm"]}"#);
    }

    #[test]
    fn nothing_chosen_is_nothing_written() {
        assert_eq!(written(&Preferences::default()).expect("writes"), None);
        assert_eq!(read::<Preferences>("player", 1, None).expect("reads"), Preferences::default());
        assert_eq!(read::<GuildPreferences>("guild", 1, Some("{}")).expect("reads"), GuildPreferences::default());
    }

    #[test]
    fn what_does_not_read_is_told_and_stops_nothing() {
        for text in ["", "[]", r#"{"theme":5}"#, r#"{"orientation":"sideways"}"#] {
            let problem = read::<Preferences>("player", 7, Some(text)).expect_err(text).to_string();
            assert!(problem.starts_with("table player, 7: preferences: "), "{problem}");
            assert_eq!(read_or_default::<Preferences>("player", 7, Some(text)), Preferences::default());
        }
    }
}
