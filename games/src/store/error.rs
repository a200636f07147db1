//! Errors of the store.

use std::collections::HashMap;

use crate::domain::ClockError;

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Results by key; each is found or fails on its own.
pub type Each<K, T> = HashMap<K, Result<T>>;

#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The version has changed: reload and decide again.
    #[error("the game has changed since it was read")]
    Stale,
    /// This request was already committed: answer as if it had succeeded now.
    #[error("this request was already committed")]
    Duplicate,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// A row that cannot be read. Other games are not affected.
    #[error("table {table}, {row}: {problem}")]
    Corrupt {
        table: &'static str,
        /// The displayed id of a game, or the key of the row.
        row: String,
        problem: String,
    },
    #[error(
        "the database is at migration {found}, this program knows up to {known}: start the newer program, or restore a backup"
    )]
    Newer { found: i64, known: i64 },
    /// An older program wrote the database, and a reader must not migrate it.
    #[error("the database is at migration {found}, this program at {known}: `sumito db migrate` brings it up to date")]
    Older { found: i64, known: i64 },
    #[error("the database is from a development version before the first release: start with a new one")]
    Unreleased,
    #[error(
        "{0} is in use by another process, such as the running bot, and one process at a time can write to this file: stop it first, and start it again afterwards"
    )]
    Locked(String),
    #[error(
        "the database {0} was deleted or replaced while the bot was running, so no move can be stored: put the file back or restore a backup, then start the bot"
    )]
    Gone(String),
    #[error(
        "the database {path} was overwritten or cut off while the bot was running ({problem}), so moves in it are lost: move it and the files beside it away, restore a backup with `sumito db restore`, then start the bot"
    )]
    Overwritten { path: String, problem: String },
    /// The program is stopping.
    #[error("the database is closed")]
    Closed,
    #[error(
        "the database {path} is {state}, although it was not before: put it back, or move what is left of it away and restore a backup with `sumito db restore`; to begin with an empty one, delete all files whose names begin with {path}"
    )]
    Lost { path: String, state: &'static str },
    /// A page of the file cannot be read.
    #[error(
        "the database {path} is damaged in the table {table}: stop the bot, move the database away and restore a backup ({problem})"
    )]
    Damaged { path: String, table: String, problem: String },
    #[error("the writer stopped unexpectedly; restart the program")]
    WriterStopped,
    #[error("another process computes ratings again; try again in a minute")]
    Replacing,
    /// The address does not name a usable database, but a folder, a file of another program, or one that this user may
    /// not open.
    #[error("{0}")]
    Unusable(String),
    /// The database refused a statement or failed.
    #[error("{problem}")]
    Database {
        problem: String,
        /// Retrying may succeed and does no harm.
        transient: bool,
    },
}

impl StoreError {
    pub const fn of_panic(problem: String) -> Self {
        Self::Database { problem, transient: false }
    }

    /// The program is stopping and reports the cause itself, so there is nothing to log.
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::Gone(_) | Self::Overwritten { .. } | Self::Closed)
    }

    /// A restart does not help until the host has repaired the database.
    pub const fn needs_host(&self) -> bool {
        matches!(
            self,
            Self::Newer { .. }
                | Self::Unreleased
                | Self::Gone(_)
                | Self::Overwritten { .. }
                | Self::Lost { .. }
                | Self::Damaged { .. }
                | Self::Unusable(_)
        )
    }

    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Database { transient: true, .. })
    }
}

impl From<ClockError> for StoreError {
    fn from(error: ClockError) -> Self {
        Self::Corrupt { table: "game", row: format!("game {}", error.game), problem: error.to_string() }
    }
}
