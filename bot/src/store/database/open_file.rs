//! The file of an open SQLite database: notices when it is no longer there, or no longer has what this process wrote.

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::SetOnce;

use crate::domain::Timestamp;
use crate::store::connection::failures::damage;
use crate::store::database::file::{MARK, beside, broken};
use crate::store::error::StoreError;

/// The file of an open database, locked against other processes until this value is dropped.
pub(crate) struct DatabaseFile {
    path: PathBuf,
    identity: Identity,
    written: Mutex<Written>,
    /// Why nothing may be written any longer.
    lost: SetOnce<StoreError>,
    _lock: File,
}

/// What a reader must find in the file.
#[derive(Clone, Copy, Default)]
struct Written {
    /// The heartbeat. `None` until this process has written one, and while nobody knows which one is stored.
    heartbeat: Option<Timestamp>,
    /// Bytes of the file when all changes had been moved into it.
    bytes: u64,
}

impl DatabaseFile {
    /// The file at `path`, which has just been opened.
    pub(crate) fn opened(path: &Path, mut lock: File) -> Result<Self, StoreError> {
        let file = std::fs::metadata(path).map_err(|error| broken(path, &error))?;
        if lock.metadata().is_ok_and(|lock| lock.len() == 0) {
            // Without the mark, a missing database is taken for a first start; nothing else depends on it.
            let _ = lock.write_all(MARK);
        }
        let (written, lost) = (Mutex::default(), SetOnce::new());
        Ok(Self { path: path.to_owned(), identity: Identity::of(&file), written, lost, _lock: lock })
    }

    /// Does somebody who opens the file at this path now find what this process wrote? Connections that are open answer from memory
    /// and from the log of changes, and would not notice for a long time.
    pub(crate) async fn compare(&self) -> Result<(), StoreError> {
        let file = match std::fs::metadata(&self.path) {
            Ok(file) if Identity::of(&file) == self.identity => file,
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(broken(&self.path, &error)),
            Ok(_) | Err(_) => return Err(self.declare_gone()),
        };
        let (written, bytes) = (self.modification(), file.len());
        // What is written while the file is read is in it or not.
        let is_other = |found| {
            let known = self.modification().heartbeat;
            known.is_some() && known == written.heartbeat && found != known
        };
        // SQLite deletes the log beside an empty file when it is opened.
        if bytes == 0 && written.bytes > 0 {
            return Err(self.declare_overwritten("it is empty"));
        }
        // It would make the log anew, and then nobody would notice that it was deleted.
        if !self.has_log() {
            return Ok(());
        }
        let cut_off = format!("it ends after {bytes} of {} bytes", written.bytes);
        match self.read().await {
            // It becomes shorter only by `vacuum`, after which it is as long as it says.
            Ok((_, needed)) if bytes < written.bytes.min(needed) => Err(self.declare_overwritten(&cut_off)),
            Ok((found, _)) if is_other(found) => {
                Err(self.declare_overwritten("it does not have the last heartbeat, so it is an older copy"))
            }
            // Where it cannot be opened now, nobody knows; the next look may tell.
            Err(error) => damage(&error).map_or(Ok(()), |problem| {
                Err(self.declare_overwritten(if bytes < written.bytes { &cut_off } else { problem }))
            }),
            Ok(_) => Ok(()),
        }
    }

    /// What a new connection finds: the heartbeat, and how many bytes the database has.
    async fn read(&self) -> sqlx::Result<(Option<Timestamp>, u64)> {
        let mut reader = SqliteConnectOptions::new().filename(&self.path).read_only(true).connect().await?;
        let sql =
            "select (select at from heartbeat), page_count * page_size from pragma_page_count(), pragma_page_size()";
        let found = sqlx::query_as::<_, (Option<i64>, i64)>(sql).fetch_one(&mut reader).await;
        // A failed farewell changes nothing.
        let _ = reader.close().await;
        found.map(|(heartbeat, bytes)| (heartbeat.map(Timestamp), bytes.unsigned_abs()))
    }

    /// A heartbeat is about to be written: until that is done nobody knows which one is stored.
    pub(crate) fn begin_heartbeat(&self) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).heartbeat = None;
    }

    /// A heartbeat is stored; `is_whole` when the file itself has all changes.
    pub(crate) fn finish_heartbeat(&self, heartbeat: Timestamp, is_whole: bool) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.heartbeat = Some(heartbeat);
        if is_whole && let Ok(file) = std::fs::metadata(&self.path) {
            written.bytes = file.len();
        }
    }

    fn modification(&self) -> Written {
        *self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is the log of changes there, without which the last changes would be lost?
    pub(crate) fn has_log(&self) -> bool {
        !matches!(beside(&self.path, "-wal").try_exists(), Ok(false))
    }

    pub(crate) fn declare_gone(&self) -> StoreError {
        self.give_up(StoreError::Gone(self.path.display().to_string()))
    }

    fn declare_overwritten(&self, problem: &str) -> StoreError {
        self.give_up(StoreError::Overwritten { path: self.path.display().to_string(), problem: problem.to_owned() })
    }

    /// What was found first is the cause.
    fn give_up(&self, cause: StoreError) -> StoreError {
        let _ = self.lost.set(cause.clone());
        self.lost.get().cloned().unwrap_or(cause)
    }

    /// Waits until the file is of no more use.
    pub(crate) async fn wait_until_lost(&self) -> StoreError {
        self.lost.wait().await.clone()
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
