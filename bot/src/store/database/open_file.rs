//! The file of an open SQLite database: notices when it is no longer there, or no longer has what this process wrote.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::SetOnce;

use crate::domain::Timestamp;
use crate::store::connection::failures::damage;
use crate::store::database::file::{self, beside, broken};
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
#[derive(Clone, Copy)]
struct Written {
    /// The heartbeat. `None` until this process has written one, and while nobody knows which one is stored.
    heartbeat: Option<Timestamp>,
    /// Bytes of the file, as last seen.
    bytes: u64,
    /// The log of changes behind the last commit.
    log: Option<Log>,
}

impl DatabaseFile {
    /// The file at `path`, which has just been opened.
    pub(crate) fn opened(path: &Path, mut lock: File) -> Result<Self, StoreError> {
        let found = std::fs::metadata(path).map_err(|error| broken(path, &error))?;
        file::mark(&mut lock);
        let written =
            Mutex::new(Written { heartbeat: None, bytes: found.len(), log: Log::read(path, None).ok().flatten() });
        Ok(Self { path: path.to_owned(), identity: Identity::of(&found), written, lost: SetOnce::new(), _lock: lock })
    }

    /// Is what was just committed where the next start looks for it? SQLite goes on in a file that was deleted and behind the end of a
    /// log that was cut off.
    pub(crate) async fn check_commit(&self) -> Result<(), StoreError> {
        let is_shorter = {
            // Held from the first look on: nothing is compared with what was seen later.
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

    /// Does somebody who opens the file at this path now find what this process wrote? Connections that are open answer from memory
    /// and from the log of changes, and would not notice for a long time.
    pub(crate) async fn compare(&self) -> Result<(), StoreError> {
        let Some(bytes) = self.bytes()? else { return Ok(()) };
        // A reader would make the log anew, and then nobody would notice that it was deleted.
        if matches!(beside(&self.path, "-wal").try_exists(), Ok(false)) {
            return Ok(());
        }
        let before = *self.written();
        let cut_off = format!("it ends after {bytes} of {} bytes", before.bytes);
        match self.read().await {
            // It becomes shorter only by `vacuum`, after which it is as long as it says.
            Ok((_, needed)) if bytes < before.bytes.min(needed) => Err(self.declare_overwritten(&cut_off)),
            // What is written while the file is read is in it or not.
            Ok((found, _))
                if before.heartbeat.is_some()
                    && found != before.heartbeat
                    && self.written().heartbeat == before.heartbeat =>
            {
                Err(self.declare_overwritten("it does not have the last heartbeat, so it is an older copy"))
            }
            // Where it cannot be opened now, nobody knows; the next look may tell.
            Err(error) => damage(&error).map_or(Ok(()), |problem| {
                Err(self.declare_overwritten(if bytes < before.bytes { &cut_off } else { problem }))
            }),
            Ok(_) => {
                self.written().bytes = bytes;
                Ok(())
            }
        }
    }

    /// Bytes of the file, if it is still the one that was opened; `None` where nobody can look, which proves nothing.
    fn bytes(&self) -> Result<Option<u64>, StoreError> {
        match std::fs::metadata(&self.path) {
            Ok(found) if Identity::of(&found) != self.identity => Err(self.declare_gone()),
            // SQLite deletes the log beside an empty file when it is opened.
            Ok(found) if found.len() == 0 => Err(self.declare_overwritten("it is empty")),
            Ok(found) => Ok(Some(found.len())),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(self.declare_gone()),
            Err(_) => Ok(None),
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

    /// A heartbeat is stored; `None` while one is being written, when nobody knows which.
    pub(crate) fn note_heartbeat(&self, heartbeat: Option<Timestamp>) {
        self.written().heartbeat = heartbeat;
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn declare_gone(&self) -> StoreError {
        self.give_up(StoreError::Gone(self.path.display().to_string()))
    }

    pub(crate) fn declare_log_cut(&self) -> StoreError {
        self.declare_overwritten("its log of changes was cut off")
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

/// The log of changes: <https://sqlite.org/fileformat.html#the_write_ahead_log>. It may be opened and closed here; with the database or the
/// index of the log, all locks of SQLite would be lost.
#[derive(Clone, Copy)]
struct Log {
    /// Changes whenever the log begins anew, because all of it has been moved into the database.
    salt: [u8; 8],
    frames: u64,
}

impl Log {
    /// The log beside this database; as before while it is empty, which says nothing until something is written. It ends too early where
    /// it no longer has its beginning, or the last frame of what it was before.
    fn read(database: &Path, before: Option<Self>) -> io::Result<Option<Self>> {
        let (mut file, mut header) = (File::open(beside(database, "-wal"))?, [0; 32]);
        if file.metadata()?.len() == 0 {
            return Ok(before);
        }
        file.read_exact(&mut header)?;
        let page = u32::from_be_bytes([header[8], header[9], header[10], header[11]]);
        let (frame, salt) = (24 + u64::from(page), std::array::from_fn(|place| header[16 + place]));
        let last = before.filter(|before| before.salt == salt).and_then(|before| before.frames.checked_sub(1));
        // A frame begins with the number of its page, and neither that nor the size of pages is ever 0.
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
