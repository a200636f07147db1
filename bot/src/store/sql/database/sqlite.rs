//! SQLite: a file, created at the first start, one process at a time.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite, SqliteConnection};
use tempfile::TempDir;
use tracing::{error, info, warn};

use crate::error_chain::error_chain;
use crate::store::error::StoreError;
use crate::store::sql::connection::door::Door;
use crate::store::sql::connection::failures::{failed_at, failed_to_open};
use crate::store::sql::database::file::{self, beside, broken, cannot_write, lock};
use crate::store::sql::database::migrations::{self, APPLIED, Applied, DatabaseState, check_applied, check_current};
use crate::store::sql::database::open_file::DatabaseFile;
use crate::store::sql::database::owner;
use crate::store::sql::database::self_check;
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::group::Writer;

const READERS: u32 = 4;

/// Rows that a reader may have ready before they are taken: each wait is a change of threads.
const ROWS_AHEAD: usize = 500;

/// Page cache, in KiB where negative. Dirty pages beyond it are written out in the middle of a transaction.
const CACHE_SIZE: &str = "-16000";

/// Pages in the WAL before a checkpoint: a page that changes often is copied once.
const CHECKPOINT_PAGES: &str = "4000";

/// Suffixes of the files in which SQLite keeps changes that are not in the database file yet.
const LOGS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// How long one try waits for another process that writes, or for a free connection.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a start may look for damaged pages. Tables that take longer are checked while the program runs.
const CHECK_TIME: Duration = Duration::from_secs(1);

/// A check while the bot runs works for so long, and then rests for three times as long.
const CHECK_WORK: Duration = Duration::from_millis(10);

/// It rests no longer than this: who closes the database waits for it.
const CHECK_REST: Duration = Duration::from_millis(100);

/// Opens the database; creates the file and its folder if they are missing, and migrates the tables.
///
/// # Errors
/// [`StoreError::Locked`] when another process has it open, [`StoreError::Newer`] when a newer program has migrated it,
/// [`StoreError::Damaged`] when a page is damaged, [`StoreError::Missing`] when it was there before.
pub async fn open(path: &Path) -> Result<SqlStore<Sqlite>, StoreError> {
    let failed = |error| failed_to_open(path.display(), &error);
    file::refuse_folder(path)?;
    file::refuse_journal(path)?;
    let folder = file::folder_of(path);
    file::make_folders(&folder).map_err(|error| cannot_write(&folder, &error))?;
    let lock = lock(path)?;
    file::refuse_lost(path)?;
    // An empty file is an empty database. SQLite closes the files beside it to others as this one is.
    drop(file::open_or_create(path).map_err(|error| {
        if path.exists() { file::failed_to_open(path, &error) } else { cannot_write(&folder, &error) }
    })?);
    refuse_other_programs(path).await?;
    let options = SqliteConnectOptions::new().filename(path).foreign_keys(true).busy_timeout(BUSY_TIMEOUT);
    let writing = options
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        // FULL: an acknowledged move survives a power cut.
        .synchronous(SqliteSynchronous::Full)
        .pragma("cache_size", CACHE_SIZE)
        .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
        .optimize_on_close(true, None);
    let write: sqlx::Pool<Sqlite> = PoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .acquire_timeout(BUSY_TIMEOUT)
        .max_lifetime(None)
        .connect_with(writing)
        .await
        .map_err(failed)?;
    let reading = options.read_only(true).row_buffer_size(ROWS_AHEAD);
    let read: sqlx::Pool<Sqlite> =
        PoolOptions::new().max_connections(READERS).connect_with(reading).await.map_err(failed)?;
    let unchecked = match prepare(path, &read, &write).await {
        Ok(unchecked) => unchecked,
        Err(error) => {
            // The last connection to be closed moves the log of changes into the file.
            read.close().await;
            write.close().await;
            return Err(error);
        }
    };
    let writer = Writer::start(write.clone());
    let file = DatabaseFile::opened(path, lock)?;
    if !unchecked.is_empty() {
        tokio::spawn(check_large_tables(path.to_owned(), unchecked, read.clone()));
    }
    Ok(SqlStore::new(read, write, Some(writer), Some(file)))
}

/// Opens a new database in memory, for tests and simulations, with its one connection. Commits are written one by one, so that nothing
/// but the order of calls decides what happens.
///
/// # Errors
/// When SQLite has no memory for it.
pub async fn open_in_memory(door: Arc<dyn Door>) -> Result<(SqlStore<Sqlite>, sqlx::Pool<Sqlite>), StoreError> {
    let failed = |error| failed_to_open("memory", &error);
    let options = SqliteConnectOptions::new().in_memory(true).filename(":memory:").foreign_keys(true);
    let pool = PoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(options)
        .await
        .map_err(failed)?;
    migrate(Path::new("memory"), &pool).await?;
    Ok((SqlStore::new(pool.clone(), pool.clone(), None, None).with_door(door), pool))
}

/// Checks and migrates the tables; gives those that are not checked yet.
async fn prepare(
    path: &Path,
    read: &sqlx::Pool<Sqlite>,
    write: &sqlx::Pool<Sqlite>,
) -> Result<Vec<String>, StoreError> {
    let unchecked = check_small_tables(path, read).await?;
    migrate(path, write).await?;
    // The file lock proves that the process that claimed these messages has ended, so its leases end now. Backoff that Discord
    // asked for stays.
    sqlx::query("update outbox set claimed_until = null where claimed_until is not null")
        .execute(write)
        .await
        .map_err(|error| failed_to_open(path.display(), &error))?;
    Ok(unchecked)
}

/// Opens the database as it is at this instant, even while another process writes to it: one connection in one read transaction.
///
/// # Errors
/// [`StoreError::Newer`] or [`StoreError::Older`] when it has the tables of another program.
pub async fn open_to_read(path: &Path) -> Result<SqlStore<Sqlite>, StoreError> {
    let failed = |error| failed_to_open(path.display(), &error);
    file::refuse_journal(path)?;
    // Nobody has it open: nobody may open it for writing until this is done.
    let lock = if beside(path, "-wal").exists() { None } else { lock(path).ok() };
    let reading = if lock.is_some() { reading(path).immutable(true) } else { reading(path) };
    let mut connection = reading.connect().await.map_err(failed)?;
    let applied: Vec<Applied> = sqlx::query_as(APPLIED).fetch_all(&mut connection).await.map_err(failed)?;
    connection.close().await.map_err(failed)?;
    check_current(&applied, &migrations::SQLITE)?;
    let pool = PoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
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
    Ok(SqlStore::new(pool.clone(), pool, None, file))
}

/// For one who only reads, also while others have the database open.
fn reading(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(BUSY_TIMEOUT)
}

/// The same for a look that takes no lock. An immutable connection makes no file, but would miss what others write.
fn looking(path: &Path) -> SqliteConnectOptions {
    let is_unused = !beside(path, "-wal").exists() && file::is_locked(path).is_ok_and(|is_locked| !is_locked);
    reading(path).immutable(is_unused)
}

/// Looks for damaged pages as long as a start may; gives the tables that are not checked.
async fn check_small_tables(path: &Path, read: &sqlx::Pool<Sqlite>) -> Result<Vec<String>, StoreError> {
    let mut connection = read.acquire().await.map_err(|error| failed_to_open(path.display(), &error))?;
    let tables = self_check::tables(path, &mut connection).await?;
    let start = Instant::now();
    self_check::check_tables(path, &mut connection, tables, move || start.elapsed() > CHECK_TIME).await
}

/// Checks the other tables until the database is closed. Damage found here does not stop the bot: games elsewhere go on.
async fn check_large_tables(path: PathBuf, tables: Vec<String>, read: sqlx::Pool<Sqlite>) {
    for table in tables {
        let Ok(mut connection) = read.acquire().await else { return };
        let (closed, worked_since) = (read.clone(), Arc::new(Mutex::new(Instant::now())));
        // Asked again and again, on the thread of this connection alone.
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

/// How long a check in the background rests after it has worked for so long: a file of gigabytes would otherwise keep the disk busy
/// for a minute after each start, and players would wait.
fn rest_after(worked: Duration) -> Option<Duration> {
    (worked >= CHECK_WORK).then(|| (worked * 3).min(CHECK_REST))
}

/// Checks the database without changing it, even while it is in use.
///
/// # Errors
/// [`StoreError::Newer`] when a newer program has migrated it, [`StoreError::Damaged`] or [`StoreError::Database`] when it is
/// damaged or not a database, [`StoreError::Missing`] when it was there before.
pub async fn check(path: &Path) -> Result<DatabaseState, StoreError> {
    file::refuse_folder(path)?;
    file::refuse_journal(path)?;
    file::refuse_lost(path)?;
    // Who may not look into the folder does not know what is there.
    if !path.try_exists().map_err(|error| file::failed_to_open(path, &error))? {
        return Ok(DatabaseState::Nothing);
    }
    let failed = |error| failed_to_open(path.display(), &error);
    std::fs::File::open(path).map_err(|error| file::failed_to_open(path, &error))?;
    let mut connection = looking(path).connect().await.map_err(failed)?;
    let found: String = match sqlx::query_scalar("pragma quick_check(1)").fetch_one(&mut connection).await {
        Ok(found) => found,
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(self_check::DAMAGED) => error.to_string(),
        Err(error) => return Err(failed(error)),
    };
    if found != "ok" {
        // Which table is it?
        let tables = self_check::tables(path, &mut connection).await?;
        self_check::check_tables(path, &mut connection, tables, || false).await?;
        return Err(broken(path, &found));
    }
    let applied = applied(path, &mut connection).await?;
    connection.close().await.map_err(failed)?;
    check_applied(&applied, &migrations::SQLITE)?;
    Ok(if applied.is_empty() { DatabaseState::Nothing } else { DatabaseState::Database })
}

/// The migrations of the database; none while it is empty.
///
/// # Errors
/// [`StoreError::Unusable`] when another program has made the tables.
async fn applied(path: &Path, connection: &mut SqliteConnection) -> Result<Vec<Applied>, StoreError> {
    let failed = |error| failed_to_open(path.display(), &error);
    let tables = sqlx::query_scalar("select name from sqlite_schema where type = 'table'");
    let tables: Vec<String> = tables.fetch_all(&mut *connection).await.map_err(failed)?;
    if tables.iter().any(|table| table == "_sqlx_migrations") {
        return sqlx::query_as(APPLIED).fetch_all(connection).await.map_err(failed);
    }
    if tables.is_empty() {
        return Ok(Vec::new());
    }
    let path = path.display();
    Err(StoreError::Unusable(format!("{path}: another program has made this database; name another file")))
}

/// SQLite's code for a full disk.
const FULL: &str = "13";

/// Bytes written to test the disk: as much as a few moves.
const PROBE_BYTES: usize = 65_536;

/// Tests whether the file, if it exists, and its folder can be written to.
///
/// # Errors
/// [`StoreError::Database`] when they cannot, or the disk is full.
pub fn try_writing(path: &Path) -> Result<(), StoreError> {
    // The first start creates a missing folder.
    let folder = path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let tried = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
        file.write_all(&vec![0; PROBE_BYTES])?;
        file.as_file().sync_all()
    });
    tried.map_err(|error| cannot_write(folder, &error))?;
    file::refuse_full_disk(folder, PROBE_BYTES as u64)?;
    if path.exists() {
        let opened = std::fs::OpenOptions::new().append(true).open(path);
        opened.map_err(|error| file::failed_to_open(path, &error))?;
    }
    Ok(())
}

/// What a backup, or a restore, does now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackupStep {
    /// It looks for damage in a file.
    Checking,
    /// It writes this file, of so many bytes or fewer: what is deleted is not copied.
    Writing { to: PathBuf, bytes: u64 },
}

/// Told what a backup does.
pub type BackupSteps<'a> = &'a (dyn Fn(BackupStep) + Send + Sync);

/// The name of a backup in its folder.
const UNFINISHED: &str = "backup.db";

/// A backup that is being made, in a folder of its own beside the file that it becomes. It is deleted unless it is kept.
pub struct Backup {
    to: PathBuf,
    folder: TempDir,
}

impl Backup {
    /// For a copy of the database at `path`. Where root makes it, the folder belongs to the owner of the database until it is kept.
    ///
    /// # Errors
    /// When the file or leftovers of another database exist, or nothing can be made there.
    pub fn create(path: &Path, to: &Path) -> Result<Self, StoreError> {
        if to.exists() {
            return Err(broken(to, &"this file exists; name another one"));
        }
        refuse_left_overs(to)?;
        let mut folder = tempfile::Builder::new();
        folder.prefix(".sumito-backup-");
        #[cfg(unix)]
        folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = folder.tempdir_in(file::folder_of(to)).map_err(|error| cannot_make(to, &error))?;
        owner::lend_folder(folder.path(), path).map_err(|error| cannot_make(to, &error))?;
        Ok(Self { to: to.to_owned(), folder })
    }

    fn unfinished(&self) -> PathBuf {
        self.folder.path().join(UNFINISHED)
    }

    /// Copies the database into the folder, as of this instant, even while it is in use.
    ///
    /// # Errors
    /// When the database cannot be read, or the copy is damaged.
    pub async fn fill(&self, path: &Path, steps: BackupSteps<'_>) -> Result<(), StoreError> {
        let unfinished = self.unfinished();
        // SQLite fills an empty file, and would let everybody read one that it makes.
        drop(file::create(&unfinished).map_err(|error| cannot_make(&self.to, &error))?);
        copy_into(reading(path), path, &unfinished, &self.to, steps).await
    }

    /// Gives the backup its name. It belongs to the user who has created it.
    ///
    /// # Errors
    /// When it cannot be named.
    pub fn keep(self) -> Result<(), StoreError> {
        let named = owner::take_out(self.folder.path(), UNFINISHED, &self.to);
        named.map_err(|error| cannot_make(&self.to, &error))
    }
}

fn cannot_make(file: &Path, error: &std::io::Error) -> StoreError {
    broken(file, &format!("cannot write it: {}", file::reason(error)))
}

/// SQLite would apply the log of an old database to a new file, and damage it.
fn refuse_left_overs(to: &Path) -> Result<(), StoreError> {
    let problem = "this file belongs to an old database; move it away together with that database";
    let left_over = LOGS.map(|suffix| beside(to, suffix)).into_iter().find(|file| file.exists());
    left_over.map_or(Ok(()), |file| Err(broken(&file, &problem)))
}

/// Copies a database into an empty file, which becomes the file `named`.
async fn copy_into(
    source: SqliteConnectOptions,
    path: &Path,
    to: &Path,
    named: &Path,
    steps: BackupSteps<'_>,
) -> Result<(), StoreError> {
    let failed = |error| failed_at(path.display(), &error);
    let mut connection = source.connect().await.map_err(failed)?;
    let name = to.to_str().ok_or_else(|| broken(to, &"this name cannot be written"))?;
    let size = |file: &Path| std::fs::metadata(file).map_or(0, |file| file.len());
    steps(BackupStep::Writing { to: to.to_owned(), bytes: size(path) + size(&beside(path, "-wal")) });
    sqlx::query("vacuum into $1").bind(name).execute(&mut connection).await.map_err(|error| {
        let code = error.as_database_error().and_then(DatabaseError::code);
        let is_full = code.is_some_and(|code| code == FULL);
        failed_at(if is_full { named } else { path }.display(), &error)
    })?;
    connection.close().await.map_err(failed)?;
    steps(BackupStep::Checking);
    check(to).await.map(drop)
}

/// Restores a backup to a path that has no database. What fails leaves nothing behind.
///
/// # Errors
/// When there is a database or leftovers of one, or the backup is damaged.
pub async fn restore(from: &Path, path: &Path, steps: BackupSteps<'_>) -> Result<(), StoreError> {
    let folder = file::folder_of(path);
    let made = file::make_folders(&folder).map_err(|error| cannot_write(&folder, &error))?;
    let lock_file = beside(path, ".lock");
    let had_lock = lock_file.exists();
    let restored = async {
        let _lock = lock(path)?;
        let restored = restore_locked(from, path, steps).await;
        if restored.is_err() && !had_lock {
            let _ = std::fs::remove_file(&lock_file);
        }
        restored
    };
    let restored = restored.await;
    if restored.is_err()
        && let Some(made) = made
    {
        // From the innermost on; one that is not empty stays.
        for folder in folder.ancestors().take_while(|folder| folder.starts_with(&made)) {
            let _ = std::fs::remove_dir(folder);
        }
    }
    restored
}

async fn restore_locked(from: &Path, path: &Path, steps: BackupSteps<'_>) -> Result<(), StoreError> {
    if path.exists() {
        return Err(broken(path, &"there is a database already; move it away first"));
    }
    refuse_left_overs(path)?;
    steps(BackupStep::Checking);
    let whole = async {
        let found = check(from).await?;
        if found == DatabaseState::Database {
            whole_pages(from)?;
        }
        Ok(found)
    };
    match whole.await {
        Ok(DatabaseState::Database) => {}
        Ok(DatabaseState::Nothing) => {
            let problem = if from.exists() { "this file is empty" } else { "there is no such file" };
            return Err(broken(from, &problem));
        }
        Err(error @ (StoreError::Newer { .. } | StoreError::Unreleased | StoreError::Unusable(_))) => {
            return Err(error);
        }
        Err(error) => {
            return Err(broken(
                from,
                &format!("this is no whole backup, so nothing was restored; take another one ({error})"),
            ));
        }
    }
    // Under another name until it is whole: a start in between must not find half a database.
    let unfinished = beside(path, ".restoring");
    let _ = std::fs::remove_file(&unfinished);
    drop(file::open_or_create(&unfinished).map_err(|error| cannot_write(&file::folder_of(path), &error))?);
    // A database that was stopped is copied as it is, also one of another user.
    let copied = copy_into(looking(from), from, &unfinished, path, steps).await;
    let named = copied.and_then(|()| {
        std::fs::rename(&unfinished, path).map_err(|error| cannot_write(&file::folder_of(path), &error))
    });
    named.inspect_err(|_| {
        let _ = std::fs::remove_file(&unfinished);
    })
}

/// Refuses a file that ends within a page: SQLite reads the rest of it as zeros.
fn whole_pages(path: &Path) -> Result<(), StoreError> {
    let read = || -> std::io::Result<(u64, u64)> {
        let mut header = [0; 18];
        let mut file = std::fs::File::open(path)?;
        file.read_exact(&mut header)?;
        // The size of a page, of which 65,536 is written as 1: https://sqlite.org/fileformat.html
        let page = match u16::from_be_bytes([header[16], header[17]]) {
            1 => 65_536,
            size => u64::from(size).max(1),
        };
        Ok((file.metadata()?.len(), page))
    };
    let (bytes, page) = read().map_err(|error| file::failed_to_open(path, &error))?;
    if bytes % page == 0 { Ok(()) } else { Err(broken(path, &"it ends within a page")) }
}

/// Refuses the database of another program before anything in it changes, its journal mode included.
async fn refuse_other_programs(path: &Path) -> Result<(), StoreError> {
    // The lock is ours already, so nobody writes without a WAL.
    let reading = reading(path).immutable(!beside(path, "-wal").exists());
    let Ok(mut connection) = reading.connect().await else { return Ok(()) };
    match applied(path, &mut connection).await {
        Err(error @ StoreError::Unusable(_)) => Err(error),
        // Damage is named by the checks that follow.
        _ => Ok(()),
    }
}

async fn migrate(path: &Path, pool: &sqlx::Pool<Sqlite>) -> Result<(), StoreError> {
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
