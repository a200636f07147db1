//! The file of a SQLite database before it is opened: its lock, and the files beside it.

use std::fs::{DirBuilder, File, TryLockError};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::store::error::StoreError;

/// Content of the lock file once the database has existed. With it, a missing database is not a first start.
const MARK: &[u8] = b"Locks the database beside it. Without that database, delete this file to begin with a new one.\n";

pub struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // To close the file is not enough: a process that is just being started holds a copy of it.
        let _ = self.0.unlock();
    }
}

pub fn lock(path: &Path) -> Result<Lock, StoreError> {
    refuse_no_files(path)?;
    let name = beside(path, ".lock");
    let file = open_or_create(&name).map_err(|error| {
        if name.exists() { failed_to_open(&name, &error) } else { cannot_write(&folder_of(path), &error) }
    })?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(broken(&name, &error)),
    }
}

/// Whether a process has locked the database at `path`. Changes nothing.
pub fn is_locked(path: &Path) -> Result<bool, StoreError> {
    refuse_no_files(path)?;
    let name = beside(path, ".lock");
    match File::open(&name) {
        Ok(file) => match file.try_lock() {
            Ok(()) => {
                drop(Lock(file));
                Ok(false)
            }
            Err(error) => Ok(matches!(error, TryLockError::WouldBlock)),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(failed_to_open(&name, &error)),
    }
}

pub fn open_or_create(path: &Path) -> io::Result<File> {
    match create(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => File::options().append(true).open(path),
        result => result,
    }
}

/// Creates a file that only its owner can read, because games are private to their players.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.append(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Creates a folder and its missing parents, accessible only to their owner. Returns the topmost one created.
pub fn make_folders(folder: &Path) -> io::Result<Option<PathBuf>> {
    let missing = folder.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    let topmost = missing.last().map(Path::to_owned);
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    if topmost.is_some() {
        builder.recursive(true).create(folder)?;
    }
    Ok(topmost)
}

/// `.` for a bare file name.
pub fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

pub fn files_of(path: &Path) -> [PathBuf; 4] {
    ["", "-wal", "-shm", ".lock"].map(|suffix| beside(path, suffix))
}

/// Marks the lock file of an existing database. The mark only tells a missing database from a first start.
pub fn mark(Lock(lock): &mut Lock) {
    if lock.metadata().is_ok_and(|lock| lock.len() == 0) {
        let _ = lock.write_all(MARK);
    }
}

/// Refuses a lost database, because a first start would replace it with an empty one.
pub fn refuse_lost(path: &Path) -> Result<(), StoreError> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.len() == 0 => refuse_empty(path),
        Err(error) if error.kind() == ErrorKind::NotFound && is_marked(path) => Err(lost(path, "missing")),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Refuses an empty database that was not empty before.
pub fn refuse_empty(path: &Path) -> Result<(), StoreError> {
    if is_marked(path) { Err(lost(path, "empty")) } else { Ok(()) }
}

fn is_marked(path: &Path) -> bool {
    std::fs::metadata(beside(path, ".lock")).is_ok_and(|lock| lock.len() > 0)
}

fn lost(path: &Path, state: &'static str) -> StoreError {
    StoreError::Lost { path: path.display().to_string(), state }
}

/// Resolves a link. SQLite keeps its other files beside the target, so our lock has to lie there too.
pub fn behind_link(path: PathBuf) -> PathBuf {
    if path.is_symlink() { std::fs::canonicalize(&path).unwrap_or(path) } else { path }
}

/// Refuses a journal beside a database in WAL mode, which never has one. SQLite would play it back over the database
/// and delete the file that it names.
pub fn refuse_journal(path: &Path) -> Result<(), StoreError> {
    let journal = beside(path, "-journal");
    if std::fs::symlink_metadata(&journal).is_ok() && keeps_wal(path) {
        let journal = journal.display();
        return Err(StoreError::Unusable(format!(
            "{journal}: this database keeps no journal, so the file is not the bot's, or the machine went down while the database was made: move it away"
        )));
    }
    Ok(())
}

/// Bytes 18 and 19 of the file are its write and read version: <https://sqlite.org/fileformat.html>.
fn keeps_wal(path: &Path) -> bool {
    let mut header = [0; 20];
    File::open(path).and_then(|mut file| file.read_exact(&mut header)).is_ok() && header[18..] == [2, 2]
}

/// Refuses anything but files in place of the database and the files beside it. SQLite would only say that it cannot
/// open them, and would wait for a pipe.
pub fn refuse_no_files(path: &Path) -> Result<(), StoreError> {
    let refuse = |place: &Path, problem: &str| Err(StoreError::Unusable(format!("{}: {problem}", place.display())));
    if path.is_dir() {
        let file = path.join("sumito.db").display().to_string();
        return refuse(path, &format!("this is a folder; `database.url` names a file, such as sqlite://{file}"));
    }
    for place in files_of(path) {
        let is_link = place.is_symlink();
        match std::fs::metadata(&place) {
            _ if is_link && place != path => {
                return refuse(&place, "this is a link, where the database keeps a file of its own: remove it");
            }
            Ok(metadata) if !metadata.is_file() => return refuse(&place, "this is no file"),
            Err(_) if is_link => return refuse(&place, "this is a link to a file that is not there"),
            Ok(_) | Err(_) => {}
        }
    }
    Ok(())
}

/// The folder of the database is not writable. SQLite keeps files beside the database, so write access to that alone
/// is not enough.
pub fn cannot_write(folder: &Path, error: &io::Error) -> StoreError {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let problem = format!("cannot write there, where the database keeps its files: {}", reason(error));
    open_error(folder, &problem, error)
}

pub fn failed_to_open(path: &Path, error: &io::Error) -> StoreError {
    open_error(path, &format!("cannot open it: {}", reason(error)), error)
}

/// Separates errors that only the host can fix from those that may pass.
fn open_error(path: &Path, problem: &str, error: &io::Error) -> StoreError {
    let place = path.display();
    match error.kind() {
        ErrorKind::PermissionDenied => StoreError::Unusable(format!(
            "{place}: {problem}; the database, the files beside it and its folder have to belong to the user who runs the bot"
        )),
        ErrorKind::ReadOnlyFilesystem => StoreError::Unusable(format!("{place}: {problem}")),
        _ => broken(path, &problem),
    }
}

/// The system's message without the name of a temporary file, which `tempfile` adds.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" at path \"").next().unwrap_or(&text).to_owned()
}

/// Appends a suffix to the path of the database.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

pub fn broken(path: &Path, problem: &dyn std::fmt::Display) -> StoreError {
    StoreError::Database { problem: format!("{}: {problem}", path.display()), transient: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_lock_is_free_though_a_started_process_still_has_the_file() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games.db");
        let held = lock(&path)?;
        let copy = held.0.try_clone()?;
        assert!(is_locked(&path)? && matches!(lock(&path), Err(StoreError::Locked(_))));
        drop(held);
        assert!(!is_locked(&path)?);
        let held = lock(&path)?;
        drop((copy, held));
        Ok(())
    }
}
