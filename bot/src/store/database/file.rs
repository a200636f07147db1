//! The file of a SQLite database before it is opened: who may have it, and what lies beside it.

use std::fs::{DirBuilder, File, TryLockError};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use crate::store::error::StoreError;

/// What the lock file contains as soon as the database has been there. With it, a missing database is no first start.
pub(crate) const MARK: &[u8] =
    b"Locks the database beside it. Without that database, delete this file to begin with a new one.\n";

/// Locks the database at `path` until the file is dropped.
pub(crate) fn lock(path: &Path) -> Result<File, StoreError> {
    let name = beside(path, ".lock");
    let file = open_or_create(&name).map_err(|error| {
        if name.exists() { failed_to_open(&name, &error) } else { cannot_write(&folder_of(path), &error) }
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(broken(&name, &error)),
    }
}

/// Whether a process has the database at `path`. Changes nothing.
pub(crate) fn is_locked(path: &Path) -> Result<bool, StoreError> {
    let name = beside(path, ".lock");
    match File::open(&name) {
        Ok(file) => Ok(matches!(file.try_lock(), Err(TryLockError::WouldBlock))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(failed_to_open(&name, &error)),
    }
}

/// Opens a file for writing at its end, or makes it.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    match create(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => File::options().append(true).open(path),
        opened => opened,
    }
}

/// Makes a file that its owner alone can read: games belong to their players.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.append(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes a folder and those above it that are missing, for their owner alone. Gives the topmost that was made.
pub(crate) fn make_folders(folder: &Path) -> io::Result<Option<PathBuf>> {
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

/// Where a file lies.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Refuses files of the database that belong to somebody else than their folder does, or that their owner may not write to: the bot
/// could not open them.
#[cfg(unix)]
pub(crate) fn refuse_other_owners(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt as _;
    let folder = folder_of(path);
    let Ok(found) = std::fs::metadata(&folder) else { return Ok(()) };
    let owner = found.uid();
    // In a folder of root everybody has files of their own.
    if owner == 0 {
        return Ok(());
    }
    let is_foreign = |file: &PathBuf| std::fs::symlink_metadata(file).is_ok_and(|file| file.uid() != owner);
    let foreign: Vec<_> = files_of(path).into_iter().filter(is_foreign).collect();
    if let Some(file) = foreign.first() {
        let (verb, words) = (if foreign.len() == 1 { "belongs" } else { "and others belong" }, words(&foreign));
        // `-h`: a link is given away, and not what it leads to.
        return Err(StoreError::Unusable(format!(
            "{} {verb} to another user than its folder, so the bot cannot write to it: `sudo chown -h --reference={} {words}`",
            file.display(),
            word(&folder)
        )));
    }
    // Root may write everywhere, and would not notice.
    let is_closed = |file: &PathBuf| std::fs::metadata(file).is_ok_and(|file| file.mode() & 0o600 != 0o600);
    let (closed, rights) = if found.mode() & 0o300 == 0o300 {
        (files_of(path).into_iter().find(is_closed), "rw")
    } else {
        (Some(folder), "rwx")
    };
    closed.map_or(Ok(()), |closed| {
        Err(StoreError::Unusable(format!(
            "{} is closed to its owner, so the bot cannot write to it: `sudo chmod u+{rights} {}`",
            closed.display(),
            word(&closed)
        )))
    })
}

/// A path as a shell reads it.
#[cfg(unix)]
fn word(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte));
    if is_plain { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(unix)]
fn words(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| word(path)).collect::<Vec<_>>().join(" ")
}

#[cfg(not(unix))]
pub(crate) fn refuse_other_owners(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// The database and all that lies beside it.
pub(crate) fn files_of(path: &Path) -> [PathBuf; 4] {
    ["", "-wal", "-shm", ".lock"].map(|suffix| beside(path, suffix))
}

/// Refuses to take a lost database for a first start, which would begin with an empty one.
pub(crate) fn refuse_lost(path: &Path) -> Result<(), StoreError> {
    let had_database = || std::fs::metadata(beside(path, ".lock")).is_ok_and(|lock| lock.len() > 0);
    if !path.exists() && had_database() {
        return Err(StoreError::Missing(path.display().to_string()));
    }
    Ok(())
}

/// The file behind a link. SQLite keeps its other files beside it, and so must our lock lie there.
pub(crate) fn behind_link(path: PathBuf) -> PathBuf {
    if path.is_symlink() { std::fs::canonicalize(&path).unwrap_or(path) } else { path }
}

/// Refuses a journal beside a database that keeps a WAL and so never has one. SQLite would play it back over the database, and delete
/// the file that it names.
pub(crate) fn refuse_journal(path: &Path) -> Result<(), StoreError> {
    let journal = beside(path, "-journal");
    if std::fs::symlink_metadata(&journal).is_ok() && keeps_wal(path) {
        let journal = journal.display();
        return Err(StoreError::Unusable(format!(
            "{journal}: this database keeps no journal, so the file is not the bot's, or the machine went down while the database was made: move it away"
        )));
    }
    Ok(())
}

/// Bytes 18 and 19 of the file say how it is written and read: <https://sqlite.org/fileformat.html>.
fn keeps_wal(path: &Path) -> bool {
    let mut header = [0; 20];
    File::open(path).and_then(|mut file| file.read_exact(&mut header)).is_ok() && header[18..] == [2, 2]
}

/// Refuses a folder and other things that are no file, which SQLite would only say it cannot open.
pub(crate) fn refuse_folder(path: &Path) -> Result<(), StoreError> {
    if !path.is_dir() {
        let problem = match std::fs::metadata(path) {
            Ok(found) if !found.is_file() => "this is no file",
            Err(_) if path.is_symlink() => "this is a link to a file that is not there",
            _ => return Ok(()),
        };
        return Err(StoreError::Unusable(format!("{}: {problem}", path.display())));
    }
    let file = path.join("sumito.db").display().to_string();
    let path = path.display();
    Err(StoreError::Unusable(format!("{path}: this is a folder; `database.url` names a file, such as sqlite://{file}")))
}

/// The folder of the database cannot be written to. SQLite keeps files beside the database, so that is not enough.
pub(crate) fn cannot_write(folder: &Path, error: &io::Error) -> StoreError {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let problem = format!("cannot write there, where the database keeps its files: {}", reason(error));
    open_error(folder, &problem, error, &folder.join("sumito.db"))
}

/// A file of the database cannot be opened.
pub(crate) fn failed_to_open(path: &Path, error: &io::Error) -> StoreError {
    let name = path.to_string_lossy();
    let database = ["-wal", "-shm", ".lock"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    open_error(path, &format!("cannot open it: {}", reason(error)), error, Path::new(database))
}

/// Refuses a disk on which only root finds room: file systems keep some for it.
pub(crate) fn refuse_full_disk(folder: &Path, bytes: u64) -> Result<(), StoreError> {
    #[cfg(unix)]
    if let Ok(disk) = rustix::fs::statvfs(folder)
        && disk.f_bavail.saturating_mul(disk.f_frsize) < bytes
    {
        return Err(broken(folder, &"its disk is full for everybody but root; free some space"));
    }
    Ok(())
}

/// What only the host can mend is told from what may pass, and with the command that mends it where that is known.
fn open_error(path: &Path, problem: &str, error: &io::Error, database: &Path) -> StoreError {
    let place = path.display();
    match error.kind() {
        ErrorKind::PermissionDenied => refuse_other_owners(database).err().unwrap_or_else(|| {
            StoreError::Unusable(format!(
                "{place}: {problem}; `sudo sumito doctor`, with the `--config` of the service, names what to mend"
            ))
        }),
        ErrorKind::ReadOnlyFilesystem => StoreError::Unusable(format!("{place}: {problem}")),
        _ => broken(path, &problem),
    }
}

/// What the machine says, without the name of a temporary file, which `tempfile` adds.
pub(crate) fn reason(error: &io::Error) -> String {
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
