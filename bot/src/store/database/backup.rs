//! Backups of a file, and how they are restored.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::store::connection::failures::failed_at;
use crate::store::database::file::{self, beside, broken, cannot_write, lock};
use crate::store::database::migrations::DatabaseState;
use crate::store::database::sqlite::{check, looking, reading};
use crate::store::error::{Result, StoreError};

/// Suffixes of the files in which SQLite keeps changes that are not in the database file yet.
const LOGS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// SQLite's code for a full disk.
const FULL: &str = "13";

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

/// Copies the database at `path` into a new file, as of this instant, even while it is in use.
pub async fn back_up(path: &Path, to: &Path, steps: BackupSteps<'_>) -> Result<()> {
    if to.exists() {
        return Err(broken(to, &"this file exists; name another one"));
    }
    refuse_left_overs(to)?;
    // In a folder of its own beside the file that it becomes, until it is whole.
    let mut folder = tempfile::Builder::new();
    folder.prefix(".sumito-backup-");
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = folder.tempdir_in(file::folder_of(to)).map_err(|error| cannot_make(to, &error))?;
    let unfinished = folder.path().join("backup.db");
    // SQLite fills an empty file, and would let everybody read one that it makes.
    drop(file::create(&unfinished).map_err(|error| cannot_make(to, &error))?);
    copy_into(reading(path), path, &unfinished, to, steps).await?;
    std::fs::rename(unfinished, to).map_err(|error| cannot_make(to, &error))
}

fn cannot_make(file: &Path, error: &std::io::Error) -> StoreError {
    broken(file, &format!("cannot write it: {}", file::reason(error)))
}

/// SQLite would apply the log of an old database to a new file, and damage it.
fn refuse_left_overs(to: &Path) -> Result<()> {
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
) -> Result<()> {
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
pub async fn restore(from: &Path, path: &Path, steps: BackupSteps<'_>) -> Result<()> {
    let folder = file::folder_of(path);
    let made = file::make_folders(&folder).map_err(|error| cannot_write(&folder, &error))?;
    let lock_file = beside(path, ".lock");
    let had_lock = lock_file.exists();
    let restored = async {
        let mut lock = lock(path)?;
        let restored = restore_locked(from, path, steps).await;
        match restored {
            Ok(()) => file::mark(&mut lock),
            Err(_) if !had_lock => drop(std::fs::remove_file(&lock_file)),
            Err(_) => {}
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

async fn restore_locked(from: &Path, path: &Path, steps: BackupSteps<'_>) -> Result<()> {
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
fn whole_pages(path: &Path) -> Result<()> {
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
