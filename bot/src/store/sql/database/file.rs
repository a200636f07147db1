//! The file of a SQLite database: one process has it at a time, and notices when it is no longer there.

use std::fs::{File, Metadata, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use crate::store::error::StoreError;

/// What the lock file contains as soon as the database has been there. With it, a missing database is no first start.
const MARK: &[u8] = b"Locks the database beside it. Without that database, delete this file to begin with a new one.\n";

/// The file of an open database, locked against other processes until this value is dropped.
pub(crate) struct DatabaseFile {
    path: PathBuf,
    identity: Identity,
    /// Cancelled when the file was found to be deleted or replaced.
    gone: CancellationToken,
    _lock: File,
}

impl DatabaseFile {
    /// The file at `path`, which has just been opened.
    pub(crate) fn opened(path: &Path, mut lock: File) -> Result<Self, StoreError> {
        let file = std::fs::metadata(path).map_err(|error| broken(path, &error))?;
        if lock.metadata().is_ok_and(|lock| lock.len() == 0) {
            // Without the mark, a missing database is taken for a first start; nothing else depends on it.
            let _ = lock.write_all(MARK);
        }
        let gone = CancellationToken::new();
        Ok(Self { path: path.to_owned(), identity: Identity::of(&file), gone, _lock: lock })
    }

    /// Is the file that this process has open still the one at its path?
    ///
    /// # Errors
    /// [`StoreError::Gone`] when it is not; what was committed since is in no file that a later start can find.
    pub(crate) fn verify(&self) -> Result<(), StoreError> {
        let is_same = match std::fs::metadata(&self.path) {
            Ok(file) => Identity::of(&file) == self.identity,
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            // Nobody knows; the next look may tell.
            Err(error) => return Err(broken(&self.path, &error)),
        };
        if is_same {
            return Ok(());
        }
        self.gone.cancel();
        Err(self.error())
    }

    /// Is the log of changes there, without which the last changes would be lost?
    pub(crate) fn has_log(&self) -> bool {
        !matches!(beside(&self.path, "-wal").try_exists(), Ok(false))
    }

    /// Declares the file gone.
    pub(crate) fn lost(&self) -> StoreError {
        self.gone.cancel();
        self.error()
    }

    /// Waits until the file is gone.
    pub(crate) async fn gone(&self) -> StoreError {
        self.gone.cancelled().await;
        self.error()
    }

    fn error(&self) -> StoreError {
        StoreError::Gone(self.path.display().to_string())
    }
}

/// What tells a file from every other one.
#[derive(Debug, PartialEq, Eq)]
struct Identity(#[cfg(unix)] [u64; 2], #[cfg(not(unix))] Option<std::time::SystemTime>);

impl Identity {
    /// Device and inode.
    #[cfg(unix)]
    fn of(file: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self([file.dev(), file.ino()])
    }

    /// The time of its creation.
    #[cfg(not(unix))]
    fn of(file: &Metadata) -> Self {
        Self(file.created().ok())
    }
}

/// Locks the database at `path` until the file is dropped.
///
/// # Errors
/// [`StoreError::Locked`] when another process has it.
pub(crate) fn lock(path: &Path) -> Result<File, StoreError> {
    let name = beside(path, ".lock");
    let opened = File::options().create(true).append(true).open(&name);
    let file = opened.map_err(|error| cannot_write(path.parent().unwrap_or(path), &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(broken(&name, &error)),
    }
}

/// Refuses to take a lost database for a first start, which would begin with an empty one.
///
/// # Errors
/// [`StoreError::Missing`] when there was a database.
pub(crate) fn refuse_lost(path: &Path) -> Result<(), StoreError> {
    let had_database = || std::fs::metadata(beside(path, ".lock")).is_ok_and(|lock| lock.len() > 0);
    if !path.exists() && had_database() {
        return Err(StoreError::Missing(path.display().to_string()));
    }
    Ok(())
}

/// Refuses a folder, which SQLite would only say it cannot open.
///
/// # Errors
/// [`StoreError::Database`] when there is one at this path.
pub(crate) fn refuse_folder(path: &Path) -> Result<(), StoreError> {
    if !path.is_dir() {
        return Ok(());
    }
    let file = path.join("sumito.db");
    Err(broken(path, &format!("this is a folder; `database.url` names a file, such as sqlite://{}", file.display())))
}

/// The folder of the database cannot be written to. SQLite keeps files beside the database, so that is not enough.
pub(crate) fn cannot_write(folder: &Path, error: &std::io::Error) -> StoreError {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    broken(folder, &format!("cannot write there, where the database keeps its files: {}", reason(error)))
}

/// What the machine says, without the name of a temporary file, which `tempfile` adds.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" at path \"").next().unwrap_or(&text).to_owned()
}

/// The path of the database with a suffix.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

pub(crate) fn broken(path: &Path, problem: &dyn std::fmt::Display) -> StoreError {
    StoreError::Database { problem: format!("{}: {problem}", path.display()), transient: false }
}
