//! PostgreSQL, shared by any number of equal processes. A claim belongs to its process until its lease ends, so a
//! start releases no claims.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use std::{fmt, io};

use base::error_chain::error_chain;
use percent_encoding::percent_decode_str;
use sqlx::pool::PoolOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};
use tracing::warn;

use crate::store::changes::Changes;
use crate::store::connection::failures::{Backoff, failed_at, failed_to_open};
use crate::store::connection::pool::Pool;
use crate::store::database::migrations::{self, APPLIED, Applied, DatabaseState, check_applied, check_current};
use crate::store::error::{Result, StoreError};
use crate::store::statements::Store;
use crate::store::write::writer::Writer;
use base::near_name::near_name;

/// Default limit of connections per process.
const CONNECTIONS: u32 = 10;

/// Upper limit of connections per process: the default limit of a whole server.
pub const MOST_CONNECTIONS: u32 = 100;

/// Name of our connections at the server.
const APPLICATION: &str = "sumito";

/// Connections that were idle for longer are tested before use.
const IDLE: Duration = Duration::from_millis(500);

/// Time that one attempt waits for a free or a new connection.
const TRY_TIMEOUT: Duration = Duration::from_secs(2);

/// Time that a start waits for a server that cannot be reached.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Timeouts in milliseconds that the server enforces: a statement, a lock, and an idle transaction, which would block
/// its game for all other processes.
const LIMITS: [(&str, &str); 3] =
    [("statement_timeout", "5000"), ("lock_timeout", "2000"), ("idle_in_transaction_session_timeout", "2000")];

/// Almost every query has an index. A connection keeps the plan of a statement while tables grow, and a plan made for
/// a small table would scan all of it. The few queries that scan a small table then look expensive, and compiling them
/// (JIT) takes longer than running them.
const PLANNER: [(&str, &str); 2] = [("enable_seqscan", "off"), ("jit", "off")];

/// Parameters that an address may have. sqlx ignores others, and with a misspelled `sslmode` nothing would be
/// encrypted.
const PARAMETERS: [&str; 18] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
    "statement-cache-capacity",
    "ssl-mode",
    "ssl-root-cert",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
];

/// Values of `sslmode`.
const MODES: [&str; 6] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/// Parameters that name files.
const CERTIFICATES: [&str; 7] = ["sslrootcert", "ssl-root-cert", "ssl-ca", "sslcert", "ssl-cert", "sslkey", "ssl-key"];

/// The address of a server. `Display` and `Debug` omit the password.
#[derive(Clone)]
pub struct Server {
    options: Box<PgConnectOptions>,
    connections: u32,
    certificates: Vec<PathBuf>,
}

impl Server {
    /// Limits the connections of this process; there is at least one.
    #[must_use]
    pub fn with_connections(self, connections: u32) -> Self {
        Self { connections: connections.max(1), ..self }
    }

    pub fn missing_certificate(&self) -> Option<&Path> {
        self.certificates.iter().map(PathBuf::as_path).find(|file| !file.is_file())
    }
}

/// The error for an unknown parameter, which suggests the one that was probably meant.
fn unknown(name: &str) -> String {
    if let Some(suggestion) = near_name(name, PARAMETERS.into_iter()) {
        return format!("there is no parameter `{name}`; did you mean `{suggestion}`?");
    }
    let names = PARAMETERS.map(|name| format!("`{name}`")).join(", ");
    format!("there is no parameter `{name}`; there are {names}")
}

impl FromStr for Server {
    type Err = String;

    fn from_str(address: &str) -> Result<Self, String> {
        let parameters = address.split_once('?').map_or("", |(_, parameters)| parameters);
        let mut modes = parameters.split('&').filter_map(|parameter| parameter.split_once('='));
        let wrong = modes.find(|(name, mode)| matches!(*name, "sslmode" | "ssl-mode") && !MODES.contains(mode));
        if let Some((name, mode)) = wrong {
            return Err(format!("`{name}` cannot be `{mode}`; it is one of {}", MODES.join(", ")));
        }
        let options: PgConnectOptions = address
            .parse()
            .map_err(|error: sqlx::Error| error_chain(&error).replace("error with configuration: ", ""))?;
        let mut certificates = Vec::new();
        for (name, value) in parameters.split('&').filter_map(|parameter| parameter.split_once('=')) {
            if !PARAMETERS.contains(&name) && !name.starts_with("options[") && !name.starts_with("options%5B") {
                return Err(unknown(name));
            }
            // The address may contain the certificate itself.
            if CERTIFICATES.contains(&name) && !value.starts_with("-----BEGIN") {
                certificates.push(PathBuf::from(percent_decode_str(value).decode_utf8_lossy().as_ref()));
            }
        }
        Ok(Self { options: Box::new(options.application_name(APPLICATION)), connections: CONNECTIONS, certificates })
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

/// Opens the database and migrates its tables, one process at a time. Waits for a server that is starting.
pub async fn open(server: &Server) -> Result<Store> {
    let mut backoff = Backoff::of(START_TIMEOUT);
    let mut is_logged = false;
    let mut connection = loop {
        match connect(server).await {
            Err(error) if error.is_transient() => {
                if !std::mem::replace(&mut is_logged, true) {
                    warn!(event = "database_awaited", %error, "Waiting for the database: {error}");
                }
                if !backoff.wait().await {
                    return Err(error);
                }
            }
            result => break result?,
        }
    };
    check_applied(&look(server, &mut connection).await?, &migrations::POSTGRES)?;
    // No timeouts here: a migration of large tables, or waiting for the migration of another process, takes time.
    if let Err(error) = migrations::POSTGRES.run(&mut connection).await {
        if let Ok(applied) = sqlx::query_as::<_, Applied>(APPLIED).fetch_all(&mut connection).await {
            check_applied(&applied, &migrations::POSTGRES)?;
        }
        return Err(broken(server, &error_chain(&error)));
    }
    connection.close().await.map_err(|error| failed_at(server, &error))?;
    let options = server.options.as_ref().clone().options(LIMITS).options(PLANNER);
    let pool = PoolOptions::new()
        .max_connections(server.connections)
        .acquire_timeout(TRY_TIMEOUT)
        // A recently used connection is not tested: that would double the round trips.
        .test_before_acquire(false)
        .before_acquire(|connection: &mut PgConnection, seen| {
            Box::pin(async move {
                if seen.idle_for > IDLE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(options);
    let pool = Pool::Postgres(pool);
    let writer = Writer::start(pool.clone());
    Ok(Store {
        read: pool.clone(),
        write: pool,
        writer: Some(writer),
        file: None,
        changes: Changes::default(),
        interceptor: None,
    })
}

/// Opens a read-only snapshot of the database: one connection in one read transaction, which blocks nobody.
pub async fn open_to_read(server: &Server) -> Result<Store> {
    let mut connection = connect(server).await?;
    let applied = sqlx::query_as::<_, Applied>(APPLIED).fetch_all(&mut connection).await;
    check_current(&applied.map_err(|error| failed_at(server, &error))?, &migrations::POSTGRES)?;
    connection.close().await.map_err(|error| failed_at(server, &error))?;
    let pool = PoolOptions::new()
        .max_connections(1)
        .acquire_timeout(TRY_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(|connection: &mut PgConnection, _| {
            Box::pin(async move {
                sqlx::query("begin isolation level repeatable read read only").execute(connection).await?;
                Ok(())
            })
        })
        .connect_lazy_with(server.options.as_ref().clone().options(PLANNER));
    let pool = Pool::Postgres(pool);
    Ok(Store {
        read: pool.clone(),
        write: pool,
        writer: None,
        file: None,
        changes: Changes::default(),
        interceptor: None,
    })
}

/// Whether a process of ours is connected to the database, other than through this connection.
pub async fn is_in_use(server: &Server) -> Result<bool> {
    let failed = |error| failed_at(server, &error);
    let mut connection = connect(server).await?;
    let others: i64 = sqlx::query_scalar(
        "select count(*) from pg_stat_activity where datname = current_database() and application_name = $1 \
         and pid <> pg_backend_pid()",
    )
    .bind(APPLICATION)
    .fetch_one(&mut connection)
    .await
    .map_err(failed)?;
    connection.close().await.map_err(failed)?;
    Ok(others > 0)
}

pub async fn check(server: &Server) -> Result<DatabaseState> {
    let failed = |error| failed_at(server, &error);
    let mut connection = connect(server).await?;
    let applied = look(server, &mut connection).await?;
    connection.close().await.map_err(failed)?;
    check_applied(&applied, &migrations::POSTGRES)?;
    Ok(if applied.is_empty() { DatabaseState::Nothing } else { DatabaseState::Database })
}

/// Migrations applied to the database; none while it has no table of ours.
async fn look(server: &Server, connection: &mut PgConnection) -> Result<Vec<Applied>> {
    let failed = |error| failed_at(server, &error);
    let read_only: String =
        sqlx::query_scalar("show transaction_read_only").fetch_one(&mut *connection).await.map_err(failed)?;
    if read_only == "on" {
        return Err(broken(server, &"it is read-only; name the server that is written to"));
    }
    let tables: Option<String> = sqlx::query_scalar("select to_regclass('_sqlx_migrations')::text")
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    if tables.is_some() {
        return sqlx::query_as(APPLIED).fetch_all(connection).await.map_err(failed);
    }
    let rights = "select coalesce(has_schema_privilege(current_schema(), 'create'), false), \
                  quote_ident(current_database()), quote_ident(current_user)";
    let (may_create, database, user): (bool, String, String) =
        sqlx::query_as(rights).fetch_one(connection).await.map_err(failed)?;
    if may_create {
        return Ok(Vec::new());
    }
    Err(StoreError::Unusable(format!(
        "{server}: the user {user} may not make tables there: as an administrator of the server, run \
         `alter database {database} owner to {user}`"
    )))
}

async fn connect(server: &Server) -> Result<PgConnection> {
    // Hides notices such as "relation exists".
    let options = server.options.as_ref().clone().options([("client_min_messages", "warning")]);
    let connecting = tokio::time::timeout(TRY_TIMEOUT, PgConnection::connect_with(&options));
    let silent =
        |_| sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {TRY_TIMEOUT:?}")));
    connecting.await.map_err(silent).and_then(|result| result).map_err(|error| untrusted(server, &error))
}

/// Only the host can fix a certificate that is not trusted, so waiting would not help.
fn untrusted(server: &Server, error: &sqlx::Error) -> StoreError {
    let text = error_chain(error);
    if text.contains("invalid peer certificate") || text.contains("certificate is only valid for") {
        return StoreError::Unusable(format!(
            "{server}: its certificate is not trusted ({text}): `sslrootcert` names the file of the authority that has signed it, and \
             the host of the address is the one that it names"
        ));
    }
    failed_to_open(server, error)
}

fn broken(server: &Server, problem: &dyn fmt::Display) -> StoreError {
    StoreError::Database { problem: format!("{server}: {problem}"), transient: false }
}
