//! Classifies database errors, and decides how long to retry.

use std::io;
use std::time::{Duration, Instant};

use backon::{BackoffBuilder as _, ExponentialBackoff, ExponentialBuilder};
use base::error_chain::error_chain;
use sqlx::error::DatabaseError;

use crate::store::error::{CommitError, StoreError};

/// Transient error codes. SQLite: busy, in its two forms. PostgreSQL: serialization failure, deadlock, lock or
/// statement timeout, and a server that is starting, stopping, full, or about to fail over.
const TRANSIENT: [&str; 14] = [
    "5", "517", "40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03", "57P05", "25P03", "25006", "53300",
    "08006",
];

/// Codes of errors that only the host can fix. SQLite: the file is no database. PostgreSQL: wrong password or user, no
/// such database.
const NEEDS_HOST: [&str; 4] = ["26", "28P01", "28000", "3D000"];

/// SQLite's code for damaged pages.
const DAMAGED: u32 = 11;

/// Our text for SQLite's short-read error: the write-ahead log ends before what was written there.
pub const SHORT_READ: &str = "(code 522)";

/// SQLite's error codes after which a connection may stay unusable even if its disk recovers: read-only (as when the
/// file could not be opened for writing), I/O error, damaged, full, cannot be opened, locking protocol.
const BROKEN_SQLITE: [u32; 6] = [8, 10, 11, 13, 14, 15];

/// Whether the connection has to be closed instead of being used again.
pub fn is_broken(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(database_error) => {
            sqlite_code(&database_error.code().unwrap_or_default()).is_some_and(|code| BROKEN_SQLITE.contains(&code))
        }
        sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => false,
        _ => true,
    }
}

/// SQLite's message if the content of the file is not what this program wrote: damaged pages, no database, no such
/// table.
pub fn damage(error: &sqlx::Error) -> Option<&str> {
    let error = error.as_database_error()?;
    let code = sqlite_code(&error.code()?)?;
    // Code 1 also means any mistake in a statement.
    let is_damage = matches!(code, 11 | 26) || code == 1 && error.message().contains("no such table");
    is_damage.then(|| error.message())
}

/// The primary code of a SQLite error. SQLite's codes have up to four digits, those of PostgreSQL five characters.
fn sqlite_code(code: &str) -> Option<u32> {
    code.parse::<u32>().ok().filter(|_| code.len() < 5).map(|code| code & 0xff)
}

/// A hint for the host, appended to the message.
fn advice(code: &str) -> &'static str {
    match (sqlite_code(code), code) {
        (Some(13), _) | (_, "53100") => {
            "; free some space on its disk. A running bot then goes on by itself; give any other command again"
        }
        (Some(10), _) | (_, "58030") => "; look into the system's log for errors of its disk",
        (Some(8), _) => {
            "; make the file, its folder and its disk writable. A running bot then goes on by itself; give any other command again"
        }
        (Some(14), _) => {
            "; its folder has to be there, and with the files beside it belong to the user who runs the bot"
        }
        (Some(26), _) => "; name another file, or restore a backup if it was yours",
        (_, "28P01") => "; mend the user or the password in the address",
        (_, "28000") => "; mend the user in the address, or let it in with pg_hba.conf and pg_ident.conf",
        (_, "3D000") => "; create it, or mend its name in the address",
        (Some(11), _) | (_, "XX001" | "XX002") => "; the database is damaged: stop the bot and restore a backup",
        _ => "",
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        failed_at("the database failed", &error)
    }
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        StoreError::from(error).into()
    }
}

/// Classifies an error while the database is being opened, when nothing waits for it yet. A running bot retries
/// instead, because its existing connections may still work.
pub fn failed_to_open(place: impl std::fmt::Display, error: &sqlx::Error) -> StoreError {
    let code = error.as_database_error().and_then(DatabaseError::code).unwrap_or_default();
    match failed_at(place, error) {
        StoreError::Database { problem, .. }
            if NEEDS_HOST.contains(&code.as_ref()) || sqlite_code(&code) == Some(DAMAGED) =>
        {
            StoreError::Unusable(problem)
        }
        failure => failure,
    }
}

pub fn failed_at(place: impl std::fmt::Display, error: &sqlx::Error) -> StoreError {
    let (problem, transient) = match error {
        sqlx::Error::PoolClosed => return StoreError::Closed,
        sqlx::Error::Database(database_error) => {
            let code = database_error.code().unwrap_or_default();
            let problem = format!("{} (code {code}){}", database_error.message(), advice(&code));
            (problem, TRANSIENT.contains(&code.as_ref()))
        }
        // Other writers or readers hold all connections.
        sqlx::Error::PoolTimedOut => ("no connection was free in time".to_owned(), true),
        // A new connection may work.
        sqlx::Error::Io(_) => (error_chain(error), true),
        other => (error_chain(other), false),
    };
    StoreError::Database { problem: format!("{place}: {problem}"), transient }
}

/// Runs `work` with a time limit; `false` on timeout. The connection must then not be used again.
pub async fn in_time<T>(limit: Duration, work: impl Future<Output = sqlx::Result<T>>) -> (sqlx::Result<T>, bool) {
    match tokio::time::timeout(limit, work).await {
        Ok(result) => (result, true),
        Err(_) => (Err(io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {limit:?}")).into()), false),
    }
}

/// Retries a transient failure until a deadline, so that players learn of it in time.
pub struct Backoff {
    pub until: Instant,
    delays: ExponentialBackoff,
}

impl Backoff {
    pub(crate) fn new() -> Self {
        Self::of(Duration::from_secs(3))
    }

    pub fn of(length: Duration) -> Self {
        // Jitter keeps concurrent retries from colliding again.
        let delays = ExponentialBuilder::new()
            .with_min_delay(Duration::from_millis(1))
            .with_max_delay(Duration::from_millis(250))
            .without_max_times()
            .with_jitter();
        Self { until: Instant::now() + length, delays: delays.build() }
    }

    /// Waits longer each time; `false` at the deadline.
    pub async fn wait(&mut self) -> bool {
        let Some(delay) = self.delays.next().filter(|delay| Instant::now() + *delay <= self.until) else {
            return false;
        };
        tokio::time::sleep(delay).await;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_mends_itself_for_a_bot_has_to_be_given_again_as_a_command() {
        for code in ["8", "1032", "13", "53100"] {
            let text = advice(code);
            assert!(text.ends_with("A running bot then goes on by itself; give any other command again"), "{text}");
        }
        assert_eq!(advice("42P01"), "");
    }

    #[tokio::test]
    async fn only_an_opening_database_is_given_up_for_what_the_host_can_mend() {
        use sqlx::Connection as _;
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "Some plain text. ".repeat(99)).expect("room for it");
        let url = format!("sqlite://{}", file.path().display());
        let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("opened without a look");
        let error = sqlx::query("select * from sqlite_schema").execute(&mut connection).await.expect_err("no database");
        assert!(matches!(failed_to_open("here", &error), StoreError::Unusable(_)));
        // This distinguishes a failing store from a damaged game.
        assert!(matches!(failed_at("here", &error), StoreError::Database { transient: false, .. }));
    }
}
