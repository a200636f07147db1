//! Backs up database files and restores them.

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackupStep {
    Checking,
    /// Writing this file of at most this many bytes; deleted data is not copied.
    Writing {
        to: PathBuf,
        bytes: u64,
    },
}

pub type BackupSteps<'a> = &'a (dyn Fn(BackupStep) + Send + Sync);

/// Copies the database at `path` into a new file, as of this instant, even while it is in use.
pub async fn back_up(path: &Path, to: &Path, steps: BackupSteps<'_>) -> Result<()> {
    if to.exists() {
        return Err(broken(to, &"this file exists; name another one"));
    }
    refuse_left_overs(to)?;
    // In a separate folder beside the final file until it is complete.
    let mut folder = tempfile::Builder::new();
    folder.prefix(".sumito-backup-");
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = folder.tempdir_in(file::folder_of(to)).map_err(|error| cannot_make(to, &error))?;
    let unfinished = folder.path().join("backup.db");
    // SQLite fills an empty file; a file that it creates itself would be readable by everybody.
    drop(file::create(&unfinished).map_err(|error| cannot_make(to, &error))?);
    copy_into(reading(path), path, &unfinished, to, steps).await?;
    std::fs::rename(unfinished, to).map_err(|error| cannot_make(to, &error))
}

fn cannot_make(file: &Path, error: &std::io::Error) -> StoreError {
    broken(file, &format!("cannot write it: {}", file::reason(error)))
}

/// SQLite would apply the log of an old database to a new file and damage it.
fn refuse_left_overs(to: &Path) -> Result<()> {
    let problem = "this file belongs to an old database; move it away together with that database";
    let left_over = LOGS.map(|suffix| beside(to, suffix)).into_iter().find(|file| file.exists());
    left_over.map_or(Ok(()), |file| Err(broken(&file, &problem)))
}

/// Copies a database into an empty file, which later becomes the file `target`.
async fn copy_into(
    source: SqliteConnectOptions,
    path: &Path,
    to: &Path,
    target: &Path,
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
        failed_at(if is_full { target } else { path }.display(), &error)
    })?;
    connection.close().await.map_err(failed)?;
    steps(BackupStep::Checking);
    check(to).await.map(drop)
}

/// Restores a backup to a path without a database. Leaves nothing behind if it fails.
pub async fn restore(from: &Path, path: &Path, steps: BackupSteps<'_>) -> Result<()> {
    let folder = file::folder_of(path);
    let new_folder = file::make_folders(&folder).map_err(|error| cannot_write(&folder, &error))?;
    let lock_file = beside(path, ".lock");
    let had_lock = lock_file.exists();
    let work = async {
        let mut lock = lock(path)?;
        let result = restore_locked(from, path, steps).await;
        match result {
            Ok(()) => file::mark(&mut lock),
            Err(_) if !had_lock => drop(std::fs::remove_file(&lock_file)),
            Err(_) => {}
        }
        result
    };
    let result = work.await;
    if result.is_err()
        && let Some(new_folder) = new_folder
    {
        // From the innermost folder outward; a folder that is not empty stays.
        for folder in folder.ancestors().take_while(|folder| folder.starts_with(&new_folder)) {
            let _ = std::fs::remove_dir(folder);
        }
    }
    result
}

async fn restore_locked(from: &Path, path: &Path, steps: BackupSteps<'_>) -> Result<()> {
    if path.exists() {
        return Err(broken(path, &"there is a database already; move it away first"));
    }
    refuse_left_overs(path)?;
    steps(BackupStep::Checking);
    let copy = copy_of_killed(from, path)?;
    let source = copy.as_ref().map_or(from, |(_folder, copy)| copy);
    let whole = async {
        let state = check(source).await?;
        if state == DatabaseState::Database {
            whole_pages(source)?;
        }
        Ok(state)
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
    // Under another name until it is complete, because a start in between must not find half a database.
    let unfinished = beside(path, ".restoring");
    let _ = std::fs::remove_file(&unfinished);
    drop(file::open_or_create(&unfinished).map_err(|error| cannot_write(&file::folder_of(path), &error))?);
    // A stopped database is copied as it is, even if it belongs to another user.
    let copied = copy_into(looking(source), source, &unfinished, path, steps).await;
    let result = copied.and_then(|()| {
        std::fs::rename(&unfinished, path).map_err(|error| cannot_write(&file::folder_of(path), &error))
    });
    result.inspect_err(|_| {
        let _ = std::fs::remove_file(&unfinished);
    })
}

/// Copies the database of a program that was killed, with its log, beside `path`. SQLite would have to write beside the
/// original to read its log, and its folder may belong to another user. `None` if there is no log, or if it is in use.
fn copy_of_killed(from: &Path, path: &Path) -> Result<Option<(tempfile::TempDir, PathBuf)>> {
    if !from.exists() || !beside(from, "-wal").exists() || file::is_locked(from)? {
        return Ok(None);
    }
    let folder = file::folder_of(path);
    let failed = |error: std::io::Error| cannot_write(&folder, &error);
    let private = tempfile::Builder::new().prefix(".sumito-restore-").tempdir_in(&folder).map_err(failed)?;
    let copy = private.path().join("killed.db");
    for suffix in ["", "-wal"] {
        let (original, copy) = (beside(from, suffix), beside(&copy, suffix));
        let mut source = std::fs::File::open(&original).map_err(|error| file::failed_to_open(&original, &error))?;
        std::io::copy(&mut source, &mut file::create(&copy).map_err(failed)?).map_err(failed)?;
    }
    Ok(Some((private, copy)))
}

/// Refuses a file that ends within a page, because SQLite would read the missing rest as zeros.
fn whole_pages(path: &Path) -> Result<()> {
    let read = || -> std::io::Result<(u64, u64)> {
        let mut header = [0; 18];
        let mut file = std::fs::File::open(path)?;
        file.read_exact(&mut header)?;
        // The page size; 65,536 is stored as 1: https://sqlite.org/fileformat.html
        let page = match u16::from_be_bytes([header[16], header[17]]) {
            1 => 65_536,
            size => u64::from(size).max(1),
        };
        Ok((file.metadata()?.len(), page))
    };
    let (bytes, page) = read().map_err(|error| file::failed_to_open(path, &error))?;
    if bytes % page == 0 { Ok(()) } else { Err(broken(path, &"it ends within a page")) }
}
