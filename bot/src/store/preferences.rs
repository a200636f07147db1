//! What people and servers have chosen: one JSON text each. What a newer program wrote beside what this one knows is kept, so
//! that two versions that run side by side undo nothing of each other's.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tracing::error;

use super::{Sleep, StoreError};

/// Choices of a person. Whatever is not chosen is `None`, and not written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Name of the look of pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Letters and numbers along the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<bool>,
    /// Which way boards are turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Turned>,
    /// Boards in rows of letters instead of pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<bool>,
    /// What they say when somebody asks to take a move back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback: Option<TakesBack>,
    /// IANA name of the zone they live in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// When they sleep, in this zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sleep: Option<Sleep>,
    /// A vacation begins by itself before a loss on time; so it does when nothing is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub automatic_vacation: Option<bool>,
    /// Minutes before the deadline at which they are reminded, the longest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<u32>>,
    /// Where they are reminded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remind_where: Option<Where>,
    /// They are called when their turn begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_turn: Option<bool>,
    /// Hours of each day in which no reminder comes, in their zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<Sleep>,
    /// Minute of the day at which they get a digest, in their zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<u16>,
    /// What a newer program wrote.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// Choices of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildPreferences {
    /// Name of the look of pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Letters and numbers along the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<bool>,
    /// What a newer program wrote.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// Which way a person wants boards to be turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turned {
    /// One's own marbles below.
    Own,
    /// Black below, whoever one is.
    Black,
    /// White below, whoever one is.
    White,
}

/// What a person says when an opponent asks to take a move back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TakesBack {
    /// No, without being asked.
    Never,
    /// They want to be asked.
    #[default]
    Casual,
    /// Yes, without being asked.
    Always,
}

/// Where a person is reminded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Where {
    /// In the thread of the game.
    Thread,
    /// By direct message.
    Dm,
    /// In both.
    Both,
    /// Nowhere.
    None,
}

impl Where {
    /// In the thread?
    pub const fn in_thread(self) -> bool {
        matches!(self, Self::Thread | Self::Both)
    }

    /// By direct message?
    pub const fn by_dm(self) -> bool {
        matches!(self, Self::Dm | Self::Both)
    }
}

impl Preferences {
    /// Where they are reminded: in the thread when they have chosen nothing.
    pub fn reminded_where(&self) -> Where {
        self.remind_where.unwrap_or(Where::Thread)
    }

    /// Are they called when their turn begins?
    pub fn is_called_at_turn(&self) -> bool {
        self.at_turn.unwrap_or(true) && self.reminded_where() != Where::None
    }
}

/// Reads what is stored; nothing stored is nothing chosen.
pub(super) fn read<T: DeserializeOwned + Default>(
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
pub(super) fn is_news(table: &'static str, row: u64) -> bool {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    told.len() < FEW && told.insert((table, row))
}

/// The same where a game has to go on whatever stands there: what does not read is nothing chosen, and said once.
pub(super) fn read_or_default<T: DeserializeOwned + Default>(table: &'static str, row: u64, text: Option<&str>) -> T {
    read(table, row, text).unwrap_or_else(|problem| {
        if is_news(table, row) {
            error!(error = %problem, "Went on without what somebody has chosen: {problem}");
        }
        T::default()
    })
}

/// As stored; `None` when nothing is chosen.
pub(super) fn written<T: Serialize + Default + PartialEq>(chosen: &T) -> Result<Option<String>, StoreError> {
    if *chosen == T::default() {
        return Ok(None);
    }
    serde_json::to_string(chosen)
        .map(Some)
        .map_err(|error| StoreError::Database { problem: format!("writing preferences: {error}"), transient: false })
}

#[cfg(test)]
mod tests {
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
