//! PostgreSQL: a server, shared by any number of processes, none of which is special. A claim belongs to its process until its
//! lease ends, so a start voids nobody's.

use std::str::FromStr;
use std::time::Duration;
use std::{fmt, io};

use sqlx::migrate::Migrator;
use sqlx::pool::PoolOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection, Postgres};
use tracing::warn;

use crate::error_chain::error_chain;
use crate::store::error::StoreError;
use crate::store::sql::connection::failures::{RetryPolicy, failed_at};
use crate::store::sql::database::migrations::{APPLIED, Applied, Found, check_applied};
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::group::Writer;

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations/postgres");

/// Connections of one process, where nothing else is said.
pub const CONNECTIONS: u32 = 10;

/// The most that can be set: as many as a server has for all that use it, unless its own settings allow more. No process needs them.
pub const MOST_CONNECTIONS: u32 = 100;

/// After so long without use a connection is asked whether it is still there.
const RESTED: Duration = Duration::from_millis(500);

/// How long one try waits for a free connection, or a new one.
const BUSY: Duration = Duration::from_secs(2);

/// How long a server that cannot be reached is waited for at the start.
const AWAITED: Duration = Duration::from_secs(30);

/// What the server gives up by itself, in milliseconds: a statement, a lock that somebody else has, and a transaction whose
/// process says nothing more, for it keeps its game from everybody else.
const LIMITS: [(&str, &str); 3] =
    [("statement_timeout", "5000"), ("lock_timeout", "2000"), ("idle_in_transaction_session_timeout", "2000")];

/// Nearly every question has its index. A connection keeps the plan of a statement while the tables grow under it, and one that was
/// made when a table was small would go on reading all of it. The few that read a whole small table look dear to the server then,
/// and it must not compile them: that takes longer than they do.
const BY_INDEX: [(&str, &str); 2] = [("enable_seqscan", "off"), ("jit", "off")];

/// Where a server is and how to enter. Shows itself without its password.
#[derive(Clone)]
pub struct Server {
    options: Box<PgConnectOptions>,
    connections: u32,
}

impl Server {
    /// The same with at most so many connections of this process; there is one at least.
    #[must_use]
    pub fn with_connections(self, connections: u32) -> Self {
        Self { connections: connections.max(1), ..self }
    }
}

impl FromStr for Server {
    type Err = String;

    fn from_str(address: &str) -> Result<Self, String> {
        let options: PgConnectOptions = address.parse().map_err(|error: sqlx::Error| error_chain(&error))?;
        Ok(Self { options: Box::new(options.application_name("sumito")), connections: CONNECTIONS })
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.options.get_socket() {
            Some(socket) => write!(f, "PostgreSQL at {}", socket.display())?,
            None => write!(f, "PostgreSQL at {}:{}", self.options.get_host(), self.options.get_port())?,
        }
        write!(f, ", database {}", self.options.get_database().unwrap_or_else(|| self.options.get_username()))
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({self})")
    }
}

/// Opens the database and brings its tables up to date, one process at a time. A server that is starting is waited for.
///
/// # Errors
/// [`StoreError::Newer`] when a newer program wrote it.
pub async fn open(server: &Server) -> Result<SqlStore<Postgres>, StoreError> {
    let mut retry_policy = RetryPolicy::of(AWAITED);
    let mut told = false;
    let mut connection = loop {
        match connect(server).await {
            Err(error) if error.is_transient() => {
                if !std::mem::replace(&mut told, true) {
                    warn!(%error, "Waiting for the database: {error}");
                }
                if !retry_policy.lasts().await {
                    return Err(error);
                }
            }
            done => break done?,
        }
    };
    // No limits here: a change of large tables takes its time, and so does waiting for another process that makes it.
    if let Err(error) = MIGRATIONS.run(&mut connection).await {
        if let Ok(applied) = sqlx::query_as::<_, Applied>(APPLIED).fetch_all(&mut connection).await {
            check_applied(&applied, &MIGRATIONS)?;
        }
        return Err(broken(server, &error_chain(&error)));
    }
    connection.close().await.map_err(|error| failed_at(server, &error))?;
    let options = server.options.as_ref().clone().options(LIMITS).options(BY_INDEX);
    let pool = PoolOptions::new()
        .max_connections(server.connections)
        .acquire_timeout(BUSY)
        // A connection that was used a moment ago need not be asked whether it is there: that would double the ways to the server.
        .test_before_acquire(false)
        .before_acquire(|connection: &mut PgConnection, seen| {
            Box::pin(async move {
                if seen.idle_for > RESTED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(options);
    let writer = Writer::start(pool.clone());
    Ok(SqlStore::new(pool.clone(), pool, Some(writer), None))
}

/// Looks at the database and changes nothing.
///
/// # Errors
/// [`StoreError::Newer`] when a newer program wrote it, [`StoreError::Database`] when it cannot be reached or written to.
pub async fn check(server: &Server) -> Result<Found, StoreError> {
    let failed = |error| failed_at(server, &error);
    let mut connection = connect(server).await?;
    let read_only: String =
        sqlx::query_scalar("show transaction_read_only").fetch_one(&mut connection).await.map_err(failed)?;
    if read_only == "on" {
        return Err(broken(server, &"it is read-only; name the server that is written to"));
    }
    let tables: Option<String> = sqlx::query_scalar("select to_regclass('_sqlx_migrations')::text")
        .fetch_one(&mut connection)
        .await
        .map_err(failed)?;
    let applied: Vec<Applied> = match tables {
        None => Vec::new(),
        Some(_) => sqlx::query_as(APPLIED).fetch_all(&mut connection).await.map_err(failed)?,
    };
    connection.close().await.map_err(failed)?;
    check_applied(&applied, &MIGRATIONS)?;
    Ok(if applied.is_empty() { Found::Nothing } else { Found::Database })
}

/// Removes all games and what belongs to them; the tables stay.
///
/// # Errors
/// When the database cannot be reached or written to.
pub async fn clear(server: &Server) -> Result<(), StoreError> {
    let failed = |error| failed_at(server, &error);
    let mut connection = connect(server).await?;
    sqlx::query("truncate game cascade").execute(&mut connection).await.map_err(failed)?;
    connection.close().await.map_err(failed)
}

async fn connect(server: &Server) -> Result<PgConnection, StoreError> {
    // That a table is there already is no news.
    let options = server.options.as_ref().clone().options([("client_min_messages", "warning")]);
    let connecting = tokio::time::timeout(BUSY, PgConnection::connect_with(&options));
    let silent = |_| sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {BUSY:?}")));
    connecting.await.map_err(silent).and_then(|done| done).map_err(|error| failed_at(server, &error))
}

fn broken(server: &Server, problem: &dyn fmt::Display) -> StoreError {
    StoreError::Database { problem: format!("{server}: {problem}"), transient: false }
}
