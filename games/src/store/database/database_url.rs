//! Database addresses: the scheme chooses the engine.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use crate::store::database::copy::CopyProgress;
use crate::store::database::migrations::DatabaseState;
use crate::store::database::{file, postgres, sqlite};
use crate::store::error::Result;
use crate::store::statements::Store;

/// The address of a database. `Display` and `Debug` omit the password.
#[derive(Debug, Clone)]
pub enum DatabaseUrl {
    File(PathBuf),
    Server(postgres::Server),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseDatabaseUrlError {
    #[error("write `sqlite://` and a path, or `postgres://user@host/database`")]
    Unknown,
    #[error("an address of SQLite has no parameters; leave `?{0}` out")]
    Parameters(String),
    #[error("a database in memory would lose every game at the end of the program; name a file")]
    InMemory,
    /// The address of PostgreSQL is invalid.
    #[error("{0}")]
    Server(String),
}

impl FromStr for DatabaseUrl {
    type Err = ParseDatabaseUrlError;

    fn from_str(address: &str) -> Result<Self, ParseDatabaseUrlError> {
        match address.split_once("://") {
            Some(("sqlite", path)) if path.contains(":memory:") => Err(ParseDatabaseUrlError::InMemory),
            Some(("sqlite", path)) if !path.is_empty() => match path.split_once('?') {
                Some((_, parameters)) => Err(ParseDatabaseUrlError::Parameters(parameters.to_owned())),
                None => Ok(Self::File(PathBuf::from(path))),
            },
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
    #[must_use]
    pub fn with_connections(self, connections: u32) -> Self {
        match self {
            Self::Server(server) => Self::Server(server.with_connections(connections)),
            Self::File(_) => self,
        }
    }

    /// A certificate or key file named by the address that does not exist.
    pub fn missing_certificate(&self) -> Option<&Path> {
        match self {
            Self::File(_) => None,
            Self::Server(server) => server.missing_certificate(),
        }
    }

    /// With an absolute path, for people who are in another folder.
    #[must_use]
    pub fn absolute(self) -> Self {
        match self {
            Self::File(path) => Self::File(std::path::absolute(&path).unwrap_or(path)),
            Self::Server(_) => self,
        }
    }

    /// With the target of the path if it is a link.
    #[must_use]
    pub fn resolved(self) -> Self {
        match self {
            Self::File(path) => Self::File(file::behind_link(path)),
            Self::Server(_) => self,
        }
    }

    /// Message for [`DatabaseState::Nothing`].
    pub fn missing_message(&self) -> String {
        match self {
            Self::File(path) => format!("no database at {}", path.display()),
            Self::Server(server) => format!("no table of ours in {server}"),
        }
    }

    pub async fn open(&self) -> Result<Arc<Store>> {
        Ok(match self {
            Self::File(path) => Arc::new(sqlite::open(path).await?),
            Self::Server(server) => Arc::new(postgres::open(server).await?),
        })
    }

    /// Opens a read-only snapshot of the database, while others may write.
    pub async fn open_to_read(&self) -> Result<Arc<Store>> {
        Ok(match self {
            Self::File(path) => Arc::new(sqlite::open_to_read(path).await?),
            Self::Server(server) => Arc::new(postgres::open_to_read(server).await?),
        })
    }

    /// Whether the bot, or one of our commands that change the database, has it open.
    pub async fn is_in_use(&self) -> Result<bool> {
        match self {
            Self::File(path) => file::is_locked(path),
            Self::Server(server) => postgres::is_in_use(server).await,
        }
    }

    pub async fn copy_to(&self, to: &Self, progress: CopyProgress<'_>) -> Result<Vec<(&'static str, u64)>> {
        let [from, to] = [Box::pin(self.open()).await?, Box::pin(to.open()).await?];
        from.copy_to(&to, progress).await
    }

    /// Checks the database without changing it, even while it is in use.
    pub async fn check(&self) -> Result<DatabaseState> {
        match self {
            Self::File(path) => sqlite::check(path).await,
            Self::Server(server) => postgres::check(server).await,
        }
    }

    /// Tests whether the file can be written to, and removes the test file. [`DatabaseUrl::check`] covers servers.
    pub fn try_writing(&self) -> Result<()> {
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
    fn the_scheme_chooses_the_engine_and_the_password_is_hidden() {
        let place = |address: &str| address.parse::<DatabaseUrl>().map(|place| place.to_string());
        assert_eq!(place("sqlite://data/sumito.db").as_deref(), Ok("data/sumito.db"));
        for scheme in ["postgres", "postgresql"] {
            let text = place(&format!("{scheme}://ada:secret@db.example:5433/games?sslmode=verify-full"));
            assert_eq!(text.as_deref(), Ok("PostgreSQL at db.example:5433, database games"));
        }
        let here = place("postgres://ada@%2Frun%2Fpostgresql/games");
        assert_eq!(here.as_deref(), Ok("PostgreSQL at /run/postgresql, database games"));
        let unknown = place("postgres://ada:secret@db.example/games?sslmod=require").expect_err("no such parameter");
        assert_eq!(unknown.to_string(), "there is no parameter `sslmod`; did you mean `sslmode`?");
        let unknown = place("postgres://db.example/games?color=red").expect_err("no such parameter").to_string();
        assert!(unknown.starts_with("there is no parameter `color`; there are `sslmode`, "), "{unknown}");
        let all = "postgres://db.example/games?sslmode=require&options[search_path]=x&application_name=y&statement-cache-capacity=0";
        assert!(place(all).is_ok());
        assert_eq!(place("sqlite://games.db?mode=ro"), Err(ParseDatabaseUrlError::Parameters("mode=ro".to_owned())));
        for memory in ["sqlite://:memory:", "sqlite://file::memory:", "sqlite://:memory:?cache=shared"] {
            assert_eq!(place(memory), Err(ParseDatabaseUrlError::InMemory), "{memory}");
        }
        for wrong in ["", "data/sumito.db", "sqlite://", "mysql://x", "postgres:x"] {
            assert_eq!(place(wrong), Err(ParseDatabaseUrlError::Unknown), "{wrong}");
        }
        let wrong = place("postgres://ada:secret@db.example/games?sslmode=perhaps").expect_err("no such mode");
        let modes =
            "`sslmode` cannot be `perhaps`; it is one of disable, allow, prefer, require, verify-ca, verify-full";
        assert_eq!(wrong.to_string(), modes);
        let wrong = place("postgres://ada:secret@db.example:port/games").expect_err("no such port");
        assert!(!wrong.to_string().contains("secret"), "{wrong}");
        let debug = format!("{:?}", "postgres://ada:secret@db.example/games".parse::<DatabaseUrl>());
        assert!(!debug.contains("secret"), "{debug}");
    }
}
