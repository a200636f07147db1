//! Why the store failed.

use std::collections::HashMap;

use crate::domain::ClockError;

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Results by key: each is found or failed on its own.
pub type Each<K, T> = HashMap<K, Result<T>>;

/// Why a commit did not happen.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The version has changed: reload, decide again.
    #[error("the game has changed since it was read")]
    Stale,
    /// This request has already been committed: answer as if it had succeeded now.
    #[error("this request was already committed")]
    Duplicate,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why the store failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// A row that cannot be read. Other games are not affected.
    #[error("table {table}, {row}: {problem}")]
    Corrupt {
        table: &'static str,
        /// The game id as players see it, or the key of the row.
        row: String,
        problem: String,
    },
    /// The database was written by a newer program.
    #[error(
        "the database is at migration {found}, this program knows up to {known}: start the newer program, or restore a backup"
    )]
    Newer { found: i64, known: i64 },
    /// The database was written by an older program, and is only read.
    #[error("the database is at migration {found}, this program at {known}: `sumito db migrate` brings it up to date")]
    Older { found: i64, known: i64 },
    /// The database has the tables of a program from before the first release.
    #[error("the database is from a development version before the first release: start with a new one")]
    Unreleased,
    /// Another process has the file.
    #[error("{0} is in use by another process: stop it first, because one process at a time can write to this file")]
    Locked(String),
    /// The file was deleted or replaced under the running program.
    #[error(
        "the database {0} was deleted or replaced while the bot was running, so no move can be stored: put the file back or restore a backup, then start the bot"
    )]
    Gone(String),
    /// Something else was written over the file under the running program.
    #[error(
        "the database {path} was overwritten or cut off while the bot was running ({problem}), so moves in it are lost: move it and the files beside it away, restore a backup with `sumito db restore`, then start the bot"
    )]
    Overwritten { path: String, problem: String },
    /// The program is stopping.
    #[error("the database is closed")]
    Closed,
    /// There was a database, and now there is none, or an empty one.
    #[error(
        "the database {path} is {state}, although it was not before: put it back, or move what is left of it away and restore a backup with `sumito db restore`; to begin with an empty one, delete all files whose names begin with {path}"
    )]
    Lost { path: String, state: &'static str },
    /// A page of the file cannot be read.
    #[error(
        "the database {path} is damaged in the table {table}: stop the bot, move the database away and restore a backup ({problem})"
    )]
    Damaged { path: String, table: String, problem: String },
    /// The task that writes has ended.
    #[error("the writer stopped unexpectedly; restart the program")]
    WriterStopped,
    /// Another process replaces ratings.
    #[error("another process computes ratings again; try again in a minute")]
    Replacing,
    /// What the address names cannot be the database: a folder, a file of another program, or one that this user may not open.
    #[error("{0}")]
    Unusable(String),
    /// The database refused or failed.
    #[error("{problem}")]
    Database {
        problem: String,
        /// Trying again may succeed, and does no harm.
        transient: bool,
    },
}

impl StoreError {
    /// What was being done has panicked, with this message.
    pub const fn of_panic(problem: String) -> Self {
        Self::Database { problem, transient: false }
    }

    /// The program is stopping, and says why by itself: nothing to log.
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::Gone(_) | Self::Overwritten { .. } | Self::Closed)
    }

    /// Starting again does not help before the host has mended the database.
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

    /// Trying again may succeed, and does no harm.
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Database { transient: true, .. })
    }
}

impl From<ClockError> for StoreError {
    fn from(error: ClockError) -> Self {
        Self::Corrupt { table: "game", row: format!("game {}", error.game), problem: error.to_string() }
    }
}
