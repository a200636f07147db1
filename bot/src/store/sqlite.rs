//! SQLite: a file, made at the first start, one process at a time.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::Sqlite;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use super::StoreError;
use super::group::Writer;
use super::sql::{SqlStore, failed};

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations/sqlite");

/// Connections that read at the same time.
const READERS: u32 = 4;

/// Opens the database at this path; makes the file and its folder when they are missing, and brings the tables up to date.
///
/// # Errors
/// [`StoreError::Locked`] when another process has it, [`StoreError::Newer`] when a newer program wrote it.
pub async fn open(path: &Path) -> Result<SqlStore<Sqlite>, StoreError> {
    let broken = |source: std::io::Error| StoreError::Database {
        source: format!("{}: {source}", path.display()).into(),
        transient: false,
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(broken)?;
    }
    let lock = lock(path)?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10));
    let writing = options
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        // An acknowledged move survives a power cut.
        .synchronous(SqliteSynchronous::Full)
        .optimize_on_close(true, None);
    let write: sqlx::Pool<Sqlite> = PoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(writing)
        .await
        .map_err(failed)?;
    migrate(&write).await?;
    // The lock shows that whoever claimed these messages is dead: they need not wait for the end of its lease.
    sqlx::query("update outbox set available_at = created_at where dead is null")
        .execute(&write)
        .await
        .map_err(failed)?;
    let read: sqlx::Pool<Sqlite> = PoolOptions::new()
        .max_connections(READERS)
        .connect_with(options.read_only(true).create_if_missing(false))
        .await
        .map_err(failed)?;
    let writer = Writer::start(write.clone());
    Ok(SqlStore::new(read, write, writer, Some(lock)))
}

fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let broken = |source: std::io::Error| StoreError::Database {
        source: format!("{}: {source}", name.display()).into(),
        transient: false,
    };
    let file = File::options().create(true).append(true).open(&name).map_err(broken)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(broken(error)),
    }
}

async fn migrate(pool: &sqlx::Pool<Sqlite>) -> Result<(), StoreError> {
    MIGRATIONS.run(pool).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) => {
            let known = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
            StoreError::Newer { found, known }
        }
        other => StoreError::Database { source: Box::new(other), transient: false },
    })
}
