//! SQLite: a file, made at the first start, one process at a time.

use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite};

use crate::error_chain::error_chain;
use crate::store::error::StoreError;
use crate::store::sql::connection::failures::failed_at;
use crate::store::sql::database::migrations::{APPLIED, Applied, Found, check_applied};
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::group::Writer;

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations/sqlite");

/// Connections that read at the same time.
const READERS: u32 = 4;

/// Memory for the pages that are written to, at most: in KiB where it is negative. What does not fit is written out and read back
/// in the middle of a transaction.
const CACHE: &str = "-16000";

/// Pages in the log after which they are moved into the file: one that changes often is moved once.
const LOG: &str = "4000";

/// How long one try waits for another process that writes, or for a free connection.
const BUSY: Duration = Duration::from_secs(2);

/// Opens the database at this path; makes the file and its folder when they are missing, and brings the tables up to date.
///
/// # Errors
/// [`StoreError::Locked`] when another process has it, [`StoreError::Newer`] when a newer program wrote it.
pub async fn open(path: &Path) -> Result<SqlStore<Sqlite>, StoreError> {
    let failed = |error| failed_at(path.display(), &error);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| broken(path, &error))?;
    }
    let lock = lock(path)?;
    let options =
        SqliteConnectOptions::new().filename(path).create_if_missing(true).foreign_keys(true).busy_timeout(BUSY);
    let writing = options
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        // An acknowledged move survives a power cut.
        .synchronous(SqliteSynchronous::Full)
        .pragma("cache_size", CACHE)
        .pragma("wal_autocheckpoint", LOG)
        .optimize_on_close(true, None);
    let write: sqlx::Pool<Sqlite> = PoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .acquire_timeout(BUSY)
        .max_lifetime(None)
        .connect_with(writing)
        .await
        .map_err(failed)?;
    migrate(path, &write).await?;
    // The lock shows that whoever claimed these messages is dead: they need not wait for the end of its lease. A pause that
    // Discord asked for goes on.
    sqlx::query("update outbox set claimed_until = null where claimed_until is not null")
        .execute(&write)
        .await
        .map_err(failed)?;
    let read: sqlx::Pool<Sqlite> = PoolOptions::new()
        .max_connections(READERS)
        .connect_with(options.read_only(true).create_if_missing(false))
        .await
        .map_err(failed)?;
    let writer = Writer::start(write.clone());
    Ok(SqlStore::new(read, write, Some(writer), Some(lock)))
}

/// Looks at the database at this path and changes nothing, be it in use or not.
///
/// # Errors
/// [`StoreError::Newer`] when a newer program wrote it, [`StoreError::Database`] when it is damaged or no database.
pub async fn check(path: &Path) -> Result<Found, StoreError> {
    if !path.exists() {
        return Ok(Found::Nothing);
    }
    let failed = |error| failed_at(path.display(), &error);
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        // Without a log beside it nobody has the file open, and looking at it needs no shared memory, which would be left behind.
        .immutable(!beside(path, "-wal").exists())
        .busy_timeout(BUSY);
    let mut connection = options.connect().await.map_err(failed)?;
    let problem: String =
        sqlx::query_scalar("pragma quick_check(1)").fetch_one(&mut connection).await.map_err(failed)?;
    if problem != "ok" {
        return Err(broken(path, &problem));
    }
    let applied: Vec<Applied> = sqlx::query_as(APPLIED).fetch_all(&mut connection).await.map_err(failed)?;
    connection.close().await.map_err(failed)?;
    check_applied(&applied, &MIGRATIONS).map(|()| Found::Database)
}

/// Bytes that are written to see whether that is possible: as much as a few moves.
const TRIED: usize = 65_536;

/// Tries to write to the file at this path, if it is there, and to its folder, for the log beside it.
///
/// # Errors
/// [`StoreError::Database`] when that is not possible, or the disk is full.
pub fn try_writing(path: &Path) -> Result<(), StoreError> {
    // A folder that is not there yet is made by the first start.
    let folder = path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let tried = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
        file.write_all(&vec![0; TRIED])?;
        file.as_file().sync_all()
    });
    tried.map_err(|error| broken(folder, &format!("cannot write there: {error}")))?;
    if path.exists() {
        let opened = std::fs::OpenOptions::new().append(true).open(path);
        opened.map_err(|error| broken(path, &format!("cannot write to it: {error}")))?;
    }
    Ok(())
}

/// Writes a copy of the database at this path into a new file, as it is at this instant, be it in use or not.
///
/// # Errors
/// When the file exists, or the copy is not sound.
pub async fn backup(path: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(broken(to, &"this file exists"));
    }
    let failed = |error| failed_at(path.display(), &error);
    let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(BUSY);
    let mut connection = options.connect().await.map_err(failed)?;
    let name = to.to_str().ok_or_else(|| broken(to, &"this name cannot be written"))?;
    sqlx::query("vacuum into $1").bind(name).execute(&mut connection).await.map_err(failed)?;
    connection.close().await.map_err(failed)?;
    check(to).await.map(drop)
}

/// Puts a backup where there is no database yet.
///
/// # Errors
/// When there is one, or the backup is not sound.
pub async fn restore(from: &Path, path: &Path) -> Result<(), StoreError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| broken(path, &error))?;
    }
    let _lock = lock(path)?;
    if path.exists() {
        return Err(broken(path, &"there is a database already; move it away first"));
    }
    if check(from).await? == Found::Nothing {
        return Err(broken(from, &"there is no such file"));
    }
    backup(from, path).await
}

/// Removes the file and what lies beside it.
///
/// # Errors
/// When another process has it, or something cannot be removed.
pub fn remove(path: &Path) -> Result<(), StoreError> {
    let _lock = lock(path)?;
    for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm"), beside(path, ".lock")] {
        if file.exists() {
            std::fs::remove_file(&file).map_err(|error| broken(&file, &error))?;
        }
    }
    Ok(())
}

fn broken(path: &Path, problem: &dyn std::fmt::Display) -> StoreError {
    StoreError::Database { problem: format!("{}: {problem}", path.display()), transient: false }
}

/// The file of this ending that belongs to the database.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn lock(path: &Path) -> Result<File, StoreError> {
    let name = beside(path, ".lock");
    let file = File::options().create(true).append(true).open(&name).map_err(|error| broken(&name, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(broken(&name, &error)),
    }
}

async fn migrate(path: &Path, pool: &sqlx::Pool<Sqlite>) -> Result<(), StoreError> {
    let Err(error) = MIGRATIONS.run(pool).await else { return Ok(()) };
    if let Ok(applied) = sqlx::query_as::<_, Applied>(APPLIED).fetch_all(pool).await {
        check_applied(&applied, &MIGRATIONS)?;
    }
    Err(broken(path, &error_chain(&error)))
}
