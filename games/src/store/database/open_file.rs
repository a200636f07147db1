//! The file of an open SQLite database: detects that it was deleted, or that it no longer has what this process wrote.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::SetOnce;

use crate::domain::Timestamp;
use crate::store::connection::failures::damage;
use crate::store::database::file::{self, Lock, beside, broken};
use crate::store::error::StoreError;

/// The file of an open database, locked against other processes until this value is dropped.
pub struct DatabaseFile {
    path: PathBuf,
    identity: Identity,
    written: Mutex<Written>,
    /// Why nothing can be written any longer.
    lost: SetOnce<StoreError>,
    _lock: Lock,
}

/// The state that a reader must find in the file.
#[derive(Clone, Copy)]
struct Written {
    /// `None` until this process has written a heartbeat, and while it is unknown which one is stored.
    heartbeat: Option<Timestamp>,
    /// Size of the file when last seen.
    bytes: u64,
    /// The write-ahead log after the last commit.
    log: Option<Log>,
}

impl DatabaseFile {
    /// For the file at `path`, which has just been opened.
    pub fn opened(path: &Path, mut lock: Lock) -> Result<Self, StoreError> {
        let metadata = std::fs::metadata(path).map_err(|error| broken(path, &error))?;
        file::mark(&mut lock);
        let written =
            Mutex::new(Written { heartbeat: None, bytes: metadata.len(), log: Log::read(path, None).ok().flatten() });
        Ok(Self {
            path: path.to_owned(),
            identity: Identity::of(&metadata),
            written,
            lost: SetOnce::new(),
            _lock: lock,
        })
    }

    /// Checks that the last commit is where the next start looks for it. SQLite keeps writing to a file that was
    /// deleted, and behind the end of a log that was cut off.
    pub async fn check_commit(&self) -> Result<(), StoreError> {
        let is_shorter = {
            // Held from the first look on, so that nothing is compared with a later state.
            let mut written = self.written();
            let Some(bytes) = self.bytes()? else { return Ok(()) };
            match Log::read(&self.path, written.log) {
                Ok(log) => written.log = log,
                Err(error) if error.kind() == ErrorKind::NotFound => return Err(self.declare_gone()),
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                    return Err(self.declare_log_cut());
                }
                Err(_) => {}
            }
            let before = written.bytes;
            written.bytes = bytes.max(before);
            bytes < before
        };
        if is_shorter { self.compare().await } else { Ok(()) }
    }

    /// Checks that a process opening the file now finds what this process wrote. Open connections answer from memory
    /// and from the log, and would not notice for a long time.
    pub async fn compare(&self) -> Result<(), StoreError> {
        let Some(bytes) = self.bytes()? else { return Ok(()) };
        // A reader would create the log anew, which would hide that it was deleted.
        if matches!(beside(&self.path, "-wal").try_exists(), Ok(false)) {
            return Ok(());
        }
        let before = *self.written();
        let cut_off = format!("it ends after {bytes} of {} bytes", before.bytes);
        match self.read().await {
            // Only `vacuum` shortens it, and then its size matches its page count.
            Ok((_, needed)) if bytes < before.bytes.min(needed) => Err(self.declare_overwritten(&cut_off)),
            // A heartbeat written during the read may or may not be found.
            Ok((heartbeat, _))
                if before.heartbeat.is_some()
                    && heartbeat != before.heartbeat
                    && self.written().heartbeat == before.heartbeat =>
            {
                Err(self.declare_overwritten("it does not have the last heartbeat, so it is an older copy"))
            }
            // If it cannot be opened now, its state is unknown; the next check may tell.
            Err(error) => damage(&error).map_or(Ok(()), |problem| {
                Err(self.declare_overwritten(if bytes < before.bytes { &cut_off } else { problem }))
            }),
            Ok(_) => {
                self.written().bytes = bytes;
                Ok(())
            }
        }
    }

    /// The size of the file, if it is still the one that was opened; `None` if it cannot be examined, which proves
    /// nothing.
    fn bytes(&self) -> Result<Option<u64>, StoreError> {
        match std::fs::metadata(&self.path) {
            Ok(metadata) if Identity::of(&metadata) != self.identity => Err(self.declare_gone()),
            // SQLite deletes the log beside an empty file when it opens it.
            Ok(metadata) if metadata.len() == 0 => Err(self.declare_overwritten("it is empty")),
            Ok(metadata) => Ok(Some(metadata.len())),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(self.declare_gone()),
            Err(_) => Ok(None),
        }
    }

    /// The heartbeat, and the size of the database in bytes, as a new connection finds them.
    async fn read(&self) -> sqlx::Result<(Option<Timestamp>, u64)> {
        let mut reader = SqliteConnectOptions::new().filename(&self.path).read_only(true).connect().await?;
        let sql =
            "select (select at from heartbeat), page_count * page_size from pragma_page_count(), pragma_page_size()";
        let row = sqlx::query_as::<_, (Option<i64>, i64)>(sql).fetch_one(&mut reader).await;
        // A failure to close changes nothing.
        let _ = reader.close().await;
        row.map(|(heartbeat, bytes)| (heartbeat.map(Timestamp), bytes.unsigned_abs()))
    }

    /// Records the stored heartbeat; `None` while one is being written and it is unknown which one is stored.
    pub fn note_heartbeat(&self, heartbeat: Option<Timestamp>) {
        self.written().heartbeat = heartbeat;
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn declare_gone(&self) -> StoreError {
        self.give_up(StoreError::Gone(self.path.display().to_string()))
    }

    pub fn declare_log_cut(&self) -> StoreError {
        self.declare_overwritten("its log of changes was cut off")
    }

    fn declare_overwritten(&self, problem: &str) -> StoreError {
        self.give_up(StoreError::Overwritten { path: self.path.display().to_string(), problem: problem.to_owned() })
    }

    /// The first problem found is the cause.
    fn give_up(&self, cause: StoreError) -> StoreError {
        let _ = self.lost.set(cause.clone());
        self.lost.get().cloned().unwrap_or(cause)
    }

    /// Waits until the file is unusable.
    pub async fn wait_until_lost(&self) -> StoreError {
        self.lost.wait().await.clone()
    }
}

/// The write-ahead log: <https://sqlite.org/fileformat.html#the_write_ahead_log>. It may be opened and closed here;
/// doing so with the database or the index of the log would drop all locks of SQLite.
#[derive(Clone, Copy)]
struct Log {
    /// Changes whenever the log restarts, after all of it was moved into the database.
    salt: [u8; 8],
    frames: u64,
}

impl Log {
    /// Reads the log beside this database. An empty log says nothing until something is written, so `before` stays
    /// valid. Fails with `UnexpectedEof` if its beginning is missing, or the last frame of the log as it was before.
    fn read(database: &Path, before: Option<Self>) -> io::Result<Option<Self>> {
        let (mut file, mut header) = (File::open(beside(database, "-wal"))?, [0; 32]);
        if file.metadata()?.len() == 0 {
            return Ok(before);
        }
        file.read_exact(&mut header)?;
        let page = u32::from_be_bytes([header[8], header[9], header[10], header[11]]);
        let (frame, salt) = (24 + u64::from(page), std::array::from_fn(|place| header[16 + place]));
        let last = before.filter(|before| before.salt == salt).and_then(|before| before.frames.checked_sub(1));
        // A frame begins with its page number; neither that nor the page size is ever 0.
        let mut number = page.to_be_bytes();
        if let Some(last) = last {
            file.seek(SeekFrom::Start(32 + last * frame))?;
            file.read_exact(&mut number)?;
        }
        if number == [0; 4] {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(Self { salt, frames: (file.metadata()?.len() - 32) / frame }))
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
