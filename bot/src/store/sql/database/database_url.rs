//! Where games are kept: the address of a database chooses its engine.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::store::error::StoreError;
use crate::store::ports::Database;
use crate::store::sql::database::fill::Waiting;
use crate::store::sql::database::migrations::Found;
use crate::store::sql::database::{postgres, sqlite};

/// A database, not opened yet. Shows itself without its password.
#[derive(Debug, Clone)]
pub enum DatabaseUrl {
    /// SQLite.
    File(PathBuf),
    /// PostgreSQL.
    Server(postgres::Server),
}

/// An address that names no database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseDatabaseUrlError {
    /// Neither form.
    #[error("write `sqlite://` and a path, or `postgres://user@host/database`")]
    Unknown,
    /// PostgreSQL, but something of it cannot be read.
    #[error("{0}")]
    Server(String),
}

impl FromStr for DatabaseUrl {
    type Err = ParseDatabaseUrlError;

    fn from_str(address: &str) -> Result<Self, ParseDatabaseUrlError> {
        match address.split_once("://") {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::File(PathBuf::from(path))),
            Some(("postgres" | "postgresql", _)) => {
                address.parse().map(Self::Server).map_err(ParseDatabaseUrlError::Server)
            }
            _ => Err(ParseDatabaseUrlError::Unknown),
        }
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Server(server) => server.fmt(f),
        }
    }
}

impl DatabaseUrl {
    /// The same place, a server with so many connections of this process at most.
    #[must_use]
    pub fn with_connections(self, connections: u32) -> Self {
        match self {
            Self::Server(server) => Self::Server(server.with_connections(connections)),
            Self::File(_) => self,
        }
    }

    /// What stands there where [`DatabaseUrl::check`] finds [`Found::Nothing`]: a file is missing, in a server only the tables are.
    pub fn nothing(&self) -> String {
        match self {
            Self::File(path) => format!("no database at {}", path.display()),
            Self::Server(server) => format!("no table of ours in {server}"),
        }
    }

    /// Opens the database; makes its tables, or brings them up to date.
    ///
    /// # Errors
    /// [`StoreError::Newer`] when a newer program wrote it, [`StoreError::Locked`] when it is a file that another process has.
    pub async fn open(&self) -> Result<Arc<dyn Database>, StoreError> {
        Ok(match self {
            Self::File(path) => Arc::new(sqlite::open(path).await?),
            Self::Server(server) => Arc::new(postgres::open(server).await?),
        })
    }

    /// The same without commits that share one flush to the disk, to measure what sharing brings.
    ///
    /// # Errors
    /// As [`DatabaseUrl::open`].
    pub async fn open_unshared(&self) -> Result<Arc<dyn Database>, StoreError> {
        Ok(match self {
            Self::File(path) => Arc::new(sqlite::open(path).await?.unshared()),
            Self::Server(server) => Arc::new(postgres::open(server).await?.unshared()),
        })
    }

    /// Makes the tables, and fills a database that has no game with games that wait, for measuring.
    ///
    /// # Errors
    /// When there are games in it, and as [`DatabaseUrl::open`].
    pub async fn fill(&self, waiting: Waiting) -> Result<(), StoreError> {
        match self {
            Self::File(path) => sqlite::open(path).await?.fill(waiting).await,
            Self::Server(server) => postgres::open(server).await?.fill(waiting).await,
        }
    }

    /// Removes all games, and the file itself where it is one: of a database that was made to measure.
    ///
    /// # Errors
    /// When it is in use, or cannot be changed.
    pub async fn remove(&self) -> Result<(), StoreError> {
        match self {
            Self::File(path) => sqlite::remove(path),
            Self::Server(server) => postgres::clear(server).await,
        }
    }

    /// Copies everything into another database that is empty; gives each table with its number of rows.
    ///
    /// # Errors
    /// When the other one has something already, or either cannot be used; nothing is copied then.
    pub async fn copy_to(&self, to: &Self) -> Result<Vec<(&'static str, u64)>, StoreError> {
        match (self, to) {
            (Self::File(from), Self::File(to)) => sqlite::open(from).await?.copy_to(&sqlite::open(to).await?).await,
            (Self::File(from), Self::Server(to)) => sqlite::open(from).await?.copy_to(&postgres::open(to).await?).await,
            (Self::Server(from), Self::File(to)) => postgres::open(from).await?.copy_to(&sqlite::open(to).await?).await,
            (Self::Server(from), Self::Server(to)) => {
                postgres::open(from).await?.copy_to(&postgres::open(to).await?).await
            }
        }
    }

    /// Looks at the database and changes nothing, be it in use or not.
    ///
    /// # Errors
    /// [`StoreError::Newer`] when a newer program wrote it, [`StoreError::Database`] when it cannot be used.
    pub async fn check(&self) -> Result<Found, StoreError> {
        match self {
            Self::File(path) => sqlite::check(path).await,
            Self::Server(server) => postgres::check(server).await,
        }
    }

    /// Tries to write where the database is or will be; what was written is gone afterwards. Of a server,
    /// [`DatabaseUrl::check`] tells.
    ///
    /// # Errors
    /// [`StoreError::Database`] when it cannot be written to, or the disk is full.
    pub fn try_writing(&self) -> Result<(), StoreError> {
        match self {
            Self::File(path) => sqlite::try_writing(path),
            Self::Server(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_address_chooses_the_engine_and_shows_no_password() {
        let place = |address: &str| address.parse::<DatabaseUrl>().map(|place| place.to_string());
        assert_eq!(place("sqlite://data/sumito.db").as_deref(), Ok("data/sumito.db"));
        for scheme in ["postgres", "postgresql"] {
            let shown = place(&format!("{scheme}://ada:secret@db.example:5433/games?sslmode=verify-full"));
            assert_eq!(shown.as_deref(), Ok("PostgreSQL at db.example:5433, database games"));
        }
        let here = place("postgres://ada@%2Frun%2Fpostgresql/games");
        assert_eq!(here.as_deref(), Ok("PostgreSQL at /run/postgresql, database games"));
        for wrong in ["", "data/sumito.db", "sqlite://", "mysql://x", "postgres:x"] {
            assert_eq!(place(wrong), Err(ParseDatabaseUrlError::Unknown), "{wrong}");
        }
        let wrong = place("postgres://ada:secret@db.example/games?sslmode=perhaps").expect_err("no such mode");
        assert!(wrong.to_string().contains("perhaps") && !wrong.to_string().contains("secret"), "{wrong}");
        let wrong = place("postgres://ada:secret@db.example:port/games").expect_err("no such port");
        assert!(!wrong.to_string().contains("secret"), "{wrong}");
        let debug = format!("{:?}", "postgres://ada:secret@db.example/games".parse::<DatabaseUrl>());
        assert!(!debug.contains("secret"), "{debug}");
    }
}
