//! SQLite: one file, created at the first start and used by one process at a time.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base::error_chain::error_chain;
use sqlx::migrate::MigrateError;
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite, SqliteConnection};

use crate::store::changes::Changes;
use crate::store::connection::failures::failed_to_open;
use crate::store::connection::interceptor::Interceptor;
use crate::store::connection::pool::Pool;
use crate::store::database::file::{self, beside, broken, cannot_write, lock};
use crate::store::database::migrations::{self, APPLIED, Applied, DatabaseState, check_applied, check_current};
use crate::store::database::open_file::DatabaseFile;
use crate::store::database::self_check;
use crate::store::error::{Result, StoreError};
use crate::store::statements::Store;
use crate::store::write::writer::Writer;

const READERS: u32 = 4;

/// Rows that a reader prepares ahead, because each wait switches threads.
const ROWS_AHEAD: usize = 500;

/// Page cache; negative numbers are KiB. Dirty pages beyond it are written out in the middle of a transaction.
const CACHE_SIZE: &str = "-16000";

/// Pages in the WAL before a checkpoint, so that a page that changes often is copied once.
const CHECKPOINT_PAGES: &str = "4000";

/// Time that one attempt waits for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// Time to wait for a free connection. On a busy machine moves come late; their answers are deferred.
const FREE_WITHIN: Duration = Duration::from_mins(1);

/// Opens the database; creates the file and its folder if they are missing, and migrates the tables.
pub async fn open(path: &Path) -> Result<Store> {
    let failed = |error| failed_to_open(path.display(), &error);
    file::refuse_no_files(path)?;
    file::refuse_journal(path)?;
    let folder = file::folder_of(path);
    file::make_folders(&folder).map_err(|error| cannot_write(&folder, &error))?;
    let lock = lock(path)?;
    file::refuse_lost(path)?;
    // An empty file is an empty database. SQLite gives the files beside it the same permissions.
    drop(file::open_or_create(path).map_err(|error| {
        if path.exists() { file::failed_to_open(path, &error) } else { cannot_write(&folder, &error) }
    })?);
    refuse_other_contents(path).await?;
    let options = SqliteConnectOptions::new().filename(path).foreign_keys(true).busy_timeout(BUSY_TIMEOUT);
    let writing = options
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        // FULL: an acknowledged move survives a power cut.
        .synchronous(SqliteSynchronous::Full)
        .pragma("cache_size", CACHE_SIZE)
        .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
        .optimize_on_close(true, None);
    let write: sqlx::Pool<Sqlite> = keep_connections(1).connect_with(writing).await.map_err(failed)?;
    let reading = options.read_only(true).row_buffer_size(ROWS_AHEAD);
    // All are opened now and kept, and SQLite opens the log at the first statement: after the file was deleted, none
    // of this succeeds.
    let read: sqlx::Pool<Sqlite> = keep_connections(READERS)
        .min_connections(READERS)
        .after_connect(|connection: &mut SqliteConnection, _| {
            Box::pin(async move {
                // An error is left to the statement that needs the connection; here the pool would retry again and
                // again.
                let _ = sqlx::query("select 1 from sqlite_schema").execute(connection).await;
                Ok(())
            })
        })
        .connect_with(reading)
        .await
        .map_err(failed)?;
    if let Err(error) = prepare(path, &read, &write).await {
        // The last connection to close moves the write-ahead log into the file.
        read.close().await;
        write.close().await;
        return Err(error);
    }
    let (read, write) = (Pool::Sqlite(read), Pool::Sqlite(write));
    let writer = Writer::start(write.clone());
    let file = DatabaseFile::opened(path, lock)?;
    Ok(Store { read, write, writer: Some(writer), file: Some(file), changes: Changes::default(), interceptor: None })
}

/// A pool that closes no connection for its age or for being idle.
fn keep_connections(most: u32) -> PoolOptions<Sqlite> {
    PoolOptions::new().max_connections(most).acquire_timeout(FREE_WITHIN).idle_timeout(None).max_lifetime(None)
}

/// Opens a new database in memory with its only connection, for tests and simulations. Commits are written one by one,
/// so that only the order of calls decides what happens.
pub async fn open_in_memory(interceptor: Arc<dyn Interceptor>) -> Result<(Store, sqlx::Pool<Sqlite>)> {
    let failed = |error| failed_to_open("memory", &error);
    let options = SqliteConnectOptions::new().in_memory(true).filename(":memory:").foreign_keys(true);
    let options = options.statement_cache_capacity(1024);
    let pool = keep_connections(1).test_before_acquire(false).connect_with(options).await.map_err(failed)?;
    migrate(Path::new("memory"), &pool).await?;
    let [read, write] = [pool.clone(), pool.clone()].map(Pool::Sqlite);
    Ok((
        Store { read, write, writer: None, file: None, changes: Changes::default(), interceptor: Some(interceptor) },
        pool,
    ))
}

/// Checks and migrates the tables.
async fn prepare(path: &Path, read: &sqlx::Pool<Sqlite>, write: &sqlx::Pool<Sqlite>) -> Result<()> {
    let failed = |error| failed_to_open(path.display(), &error);
    self_check::check(path, &mut *read.acquire().await.map_err(failed)?).await?;
    migrate(path, write).await?;
    // The file lock proves that the process that claimed these messages has ended, so its leases end now. Backoff that
    // Discord asked for stays.
    let sql = "update outbox set claimed_until = null where claimed_until is not null";
    sqlx::query(sql).execute(write).await.map(drop).map_err(failed)
}

/// Opens a read-only snapshot of the database, even while another process writes: one connection in one read
/// transaction.
pub async fn open_to_read(path: &Path) -> Result<Store> {
    let failed = |error| failed_to_open(path.display(), &error);
    file::refuse_journal(path)?;
    // If nobody has it open, nobody may open it for writing until this is done.
    let lock = if beside(path, "-wal").exists() { None } else { lock(path).ok() };
    let reading = if lock.is_some() { reading(path).immutable(true) } else { reading(path) };
    let mut connection = reading.connect().await.map_err(failed)?;
    let applied: Vec<Applied> = sqlx::query_as(APPLIED).fetch_all(&mut connection).await.map_err(failed)?;
    connection.close().await.map_err(failed)?;
    check_current(&applied, &migrations::SQLITE)?;
    let pool = keep_connections(1)
        .after_connect(|connection: &mut SqliteConnection, _| {
            Box::pin(async move {
                sqlx::query("begin").execute(connection).await?;
                Ok(())
            })
        })
        .connect_with(reading)
        .await
        .map_err(failed)?;
    let file = lock.map(|lock| DatabaseFile::opened(path, lock)).transpose()?;
    let pool = Pool::Sqlite(pool);
    Ok(Store { read: pool.clone(), write: pool, writer: None, file, changes: Changes::default(), interceptor: None })
}

/// Options for reading, also while others have the database open.
pub(super) fn reading(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(BUSY_TIMEOUT)
}

/// Options for reading without a lock. An immutable connection creates no file, but would miss what others write.
pub(super) fn looking(path: &Path) -> SqliteConnectOptions {
    let is_unused = !beside(path, "-wal").exists() && file::is_locked(path).is_ok_and(|is_locked| !is_locked);
    reading(path).immutable(is_unused)
}

/// Checks the database without changing it, even while it is in use.
pub async fn check(path: &Path) -> Result<DatabaseState> {
    file::refuse_no_files(path)?;
    file::refuse_journal(path)?;
    file::refuse_lost(path)?;
    // Without access to the folder, it is unknown whether the file exists.
    if !path.try_exists().map_err(|error| file::failed_to_open(path, &error))? {
        return Ok(DatabaseState::Nothing);
    }
    let failed = |error| failed_to_open(path.display(), &error);
    std::fs::File::open(path).map_err(|error| file::failed_to_open(path, &error))?;
    let mut connection = looking(path).connect().await.map_err(failed)?;
    self_check::check(path, &mut connection).await?;
    let applied = applied(path, &mut connection).await?;
    connection.close().await.map_err(failed)?;
    check_applied(&applied, &migrations::SQLITE)?;
    Ok(if applied.is_empty() { DatabaseState::Nothing } else { DatabaseState::Database })
}

/// Migrations applied to the database; none while it is empty.
async fn applied(path: &Path, connection: &mut SqliteConnection) -> Result<Vec<Applied>> {
    let failed = |error| failed_to_open(path.display(), &error);
    let tables = sqlx::query_scalar("select name from sqlite_schema where type = 'table'");
    let tables: Vec<String> = tables.fetch_all(&mut *connection).await.map_err(failed)?;
    if tables.iter().any(|table| table == "_sqlx_migrations") {
        return sqlx::query_as(APPLIED).fetch_all(connection).await.map_err(failed);
    }
    if tables.is_empty() {
        return file::refuse_empty(path).map(|()| Vec::new());
    }
    let path = path.display();
    Err(StoreError::Unusable(format!("{path}: another program has made this database; name another file")))
}

/// Bytes written to test the disk: about as many as a few moves.
const PROBE_BYTES: usize = 65_536;

/// Tests whether the file, existing files beside it and its folder are writable.
pub fn try_writing(path: &Path) -> Result<()> {
    // The first start creates a missing folder.
    let folder = path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let result = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
        file.write_all(&vec![0; PROBE_BYTES])?;
        file.as_file().sync_all()
    });
    result.map_err(|error| cannot_write(folder, &error))?;
    for file in file::files_of(path).into_iter().filter(|file| file.exists()) {
        let result = std::fs::OpenOptions::new().append(true).open(&file);
        result.map_err(|error| file::failed_to_open(&file, &error))?;
    }
    Ok(())
}

/// Refuses the database of another program, and one that was emptied, before anything in it changes, including its
/// journal mode.
async fn refuse_other_contents(path: &Path) -> Result<()> {
    // This process has the lock, so nobody writes without a WAL.
    let reading = reading(path).immutable(!beside(path, "-wal").exists());
    let Ok(mut connection) = reading.connect().await else { return Ok(()) };
    match applied(path, &mut connection).await {
        Err(error) if error.needs_host() => Err(error),
        // The checks that follow name damage.
        _ => Ok(()),
    }
}

async fn migrate(path: &Path, pool: &sqlx::Pool<Sqlite>) -> Result<()> {
    let Err(error) = migrations::SQLITE.run(pool).await else { return Ok(()) };
    if let Ok(applied) = sqlx::query_as::<_, Applied>(APPLIED).fetch_all(pool).await {
        check_applied(&applied, &migrations::SQLITE)?;
    }
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            Err(failed_to_open(path.display(), &error))
        }
        error => Err(broken(path, &error_chain(&error))),
    }
}
