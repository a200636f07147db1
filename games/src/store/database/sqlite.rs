//! SQLite: one file, created at the first start and used by one process at a time.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use base::error_chain::error_chain;
use sqlx::migrate::MigrateError;
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite, SqliteConnection};
use tracing::{error, info, warn};

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

/// Time in which a start may look for damaged pages. Tables that take longer are checked while the program runs.
const CHECK_TIME: Duration = Duration::from_secs(1);

/// A check in the background works this long, and then rests three times as long.
const CHECK_WORK: Duration = Duration::from_millis(10);

/// Longest rest, because closing the database waits for it.
const CHECK_REST: Duration = Duration::from_millis(100);

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
    let unchecked = match prepare(path, &read, &write).await {
        Ok(unchecked) => unchecked,
        Err(error) => {
            // The last connection to close moves the write-ahead log into the file.
            read.close().await;
            write.close().await;
            return Err(error);
        }
    };
    let (reading, writing) = (Pool::Sqlite(read.clone()), Pool::Sqlite(write));
    let writer = Writer::start(writing.clone());
    let file = DatabaseFile::opened(path, lock)?;
    if !unchecked.is_empty() {
        tokio::spawn(check_large_tables(path.to_owned(), unchecked, read));
    }
    Ok(Store { read: reading, write: writing, writer: Some(writer), file: Some(file), interceptor: None })
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
    Ok((Store { read, write, writer: None, file: None, interceptor: Some(interceptor) }, pool))
}

/// Checks and migrates the tables. Returns those that are not checked yet.
async fn prepare(path: &Path, read: &sqlx::Pool<Sqlite>, write: &sqlx::Pool<Sqlite>) -> Result<Vec<String>> {
    let unchecked = check_small_tables(path, read).await?;
    migrate(path, write).await?;
    // The file lock proves that the process that claimed these messages has ended, so its leases end now. Backoff that
    // Discord asked for stays.
    sqlx::query("update outbox set claimed_until = null where claimed_until is not null")
        .execute(write)
        .await
        .map_err(|error| failed_to_open(path.display(), &error))?;
    Ok(unchecked)
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
    Ok(Store { read: pool.clone(), write: pool, writer: None, file, interceptor: None })
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

/// Looks for damaged pages within the time limit of a start. Returns the tables that were not checked.
async fn check_small_tables(path: &Path, read: &sqlx::Pool<Sqlite>) -> Result<Vec<String>> {
    let mut connection = read.acquire().await.map_err(|error| failed_to_open(path.display(), &error))?;
    let tables = self_check::tables(path, &mut connection).await?;
    let start = Instant::now();
    self_check::check_tables(path, &mut connection, tables, move || start.elapsed() > CHECK_TIME).await
}

/// Checks the other tables until the database is closed. Damage found here does not stop the bot, because games
/// elsewhere can go on.
async fn check_large_tables(path: PathBuf, tables: Vec<String>, read: sqlx::Pool<Sqlite>) {
    for table in tables {
        let Ok(mut connection) = read.acquire().await else { return };
        let (closed, worked_since) = (read.clone(), Arc::new(Mutex::new(Instant::now())));
        // Called again and again, only on the thread of this connection.
        let stop = move || {
            let mut since = worked_since.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(rest) = rest_after(since.elapsed()) {
                std::thread::sleep(rest);
                *since = Instant::now();
            }
            closed.is_closed()
        };
        let check = self_check::check_tables(&path, &mut connection, vec![table.clone()], stop);
        match check.await {
            Ok(unchecked) if unchecked.is_empty() => {
                info!(event = "damage_not_found", table, "Found no damage in the table {table}");
            }
            Ok(_) => return,
            Err(error @ StoreError::Damaged { .. }) => {
                error!(event = "damage_found", table, %error, "Found damage: {error}");
            }
            Err(error) => {
                warn!(event = "damage_unknown", table, %error, "Could not look for damage in the table {table}: {error}");
            }
        }
    }
}

/// The rest of a background check after this much work. Without it, a file of gigabytes would keep the disk busy for a
/// minute after each start, and players would wait.
fn rest_after(worked: Duration) -> Option<Duration> {
    (worked >= CHECK_WORK).then(|| (worked * 3).min(CHECK_REST))
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
    let report: String = match sqlx::query_scalar("pragma quick_check(1)").fetch_one(&mut connection).await {
        Ok(report) => report,
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(self_check::DAMAGED) => error.to_string(),
        Err(error) => return Err(failed(error)),
    };
    if report != "ok" {
        // Names the damaged table, if it is found.
        let tables = self_check::tables(path, &mut connection).await?;
        self_check::check_tables(path, &mut connection, tables, || false).await?;
        return Err(broken(path, &report));
    }
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

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_check_in_the_background_rests_longer_than_it_works_but_never_for_long() {
        let rest = |millis| rest_after(Duration::from_millis(millis)).map(|rest| rest.as_millis());
        assert_eq!([9, 10, 20, 5_000].map(rest), [None, Some(30), Some(60), Some(100)]);
    }
}
