//! The file of an open SQLite database: detects that it was deleted, replaced or cut off. SQLite itself would go on writing to it.

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::SetOnce;

use crate::store::database::file::{self, beside, broken};
use crate::store::error::StoreError;

/// The file of an open database, locked against other processes until this value is dropped.
pub struct DatabaseFile {
    path: PathBuf,
    /// The database, and its write-ahead log where it has one.
    files: Vec<(PathBuf, Identity)>,
    /// The size of the database when last seen.
    bytes: AtomicU64,
    /// The first problem, after which nothing is written any longer.
    lost: SetOnce<StoreError>,
    _lock: File,
}

impl DatabaseFile {
    /// For the file at `path`, which has just been opened.
    pub fn opened(path: &Path, mut lock: File) -> Result<Self, StoreError> {
        let metadata = std::fs::metadata(path).map_err(|error| broken(path, &error))?;
        file::mark(&mut lock);
        let log = beside(path, "-wal");
        let mut files = vec![(path.to_owned(), Identity::of(&metadata))];
        files.extend(std::fs::metadata(&log).ok().map(|metadata| (log, Identity::of(&metadata))));
        let bytes = AtomicU64::new(metadata.len());
        Ok(Self { path: path.to_owned(), files, bytes, lost: SetOnce::new(), _lock: lock })
    }

    /// Checks that the next start finds the files that were opened.
    pub fn check(&self) -> Result<(), StoreError> {
        for (path, identity) in &self.files {
            match std::fs::metadata(path) {
                Ok(metadata) if Identity::of(&metadata) != *identity => return Err(self.declare_gone()),
                Err(error) if error.kind() == ErrorKind::NotFound => return Err(self.declare_gone()),
                Ok(metadata) if metadata.len() == 0 && *path == self.path => {
                    return Err(self.declare_overwritten("it is empty".to_owned()));
                }
                // What cannot be examined proves nothing.
                Ok(_) | Err(_) => {}
            }
        }
        Ok(())
    }

    /// Checks that the database was not cut off, if it has this size for SQLite. Only `vacuum` shortens a database.
    pub fn check_size(&self, needed: u64) -> Result<(), StoreError> {
        let Ok(bytes) = std::fs::metadata(&self.path).map(|metadata| metadata.len()) else { return Ok(()) };
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        if bytes < before.min(needed) {
            return Err(self.declare_overwritten(format!("it ends after {bytes} of {before} bytes")));
        }
        Ok(())
    }

    fn declare_gone(&self) -> StoreError {
        self.give_up(StoreError::Gone(self.path.display().to_string()))
    }

    fn declare_overwritten(&self, problem: String) -> StoreError {
        self.give_up(StoreError::Overwritten { path: self.path.display().to_string(), problem })
    }

    fn give_up(&self, cause: StoreError) -> StoreError {
        let _ = self.lost.set(cause.clone());
        self.lost.get().cloned().unwrap_or(cause)
    }

    /// Waits until the file is unusable.
    pub async fn wait_until_lost(&self) -> StoreError {
        self.lost.wait().await.clone()
    }
}

/// Distinguishes a file from all others.
#[derive(Debug, PartialEq, Eq)]
struct Identity(#[cfg(unix)] [u64; 2], #[cfg(not(unix))] Option<std::time::SystemTime>);

impl Identity {
    /// Device and inode.
    #[cfg(unix)]
    fn of(file: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self([file.dev(), file.ino()])
    }

    /// Creation time.
    #[cfg(not(unix))]
    fn of(file: &Metadata) -> Self {
        Self(file.created().ok())
    }
}
