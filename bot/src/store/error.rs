//! Why the store failed.

use crate::domain::ClockError;

/// Why a commit did not happen.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The game has moved on: reload, decide again.
    #[error("the game has moved on")]
    Stale,
    /// This very request was committed before: answer as if it had succeeded now.
    #[error("this request was done before")]
    Duplicate,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why the store failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// A row that does not convert. The other games go on.
    #[error("table {table}, {row}: {problem}")]
    Corrupt {
        /// Table.
        table: &'static str,
        /// Its game, as people know it, or its row.
        row: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The database was written by a newer program.
    #[error(
        "the database is at migration {found}, this program knows up to {known}: start the newer program, or restore a backup"
    )]
    Newer {
        /// Version in the database.
        found: i64,
        /// Newest version in this program.
        known: i64,
    },
    /// Another process has the file.
    #[error("{0} is in use by another process")]
    Locked(String),
    /// The database refused or failed.
    #[error("{problem}")]
    Database {
        /// What it says of it.
        problem: String,
        /// The same may succeed if done again, and does no harm.
        transient: bool,
    },
}

impl StoreError {
    /// The same may succeed if done again, and does no harm.
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Database { transient: true, .. })
    }
}

impl From<ClockError> for StoreError {
    fn from(error: ClockError) -> Self {
        Self::Corrupt { table: "game", row: format!("game {}", error.game), problem: error.to_string() }
    }
}
