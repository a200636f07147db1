//! Root works on a database with the rights of the user who decides what lies beside it. SQLite plays back a journal that it finds there,
//! and deletes the file that the journal names.

#[cfg(unix)]
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use rustix::fs::{Mode, OFlags};

use crate::store::error::StoreError;

/// The user who decides what lies at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// What belongs to them: a folder on the way, a link, or the file itself.
    pub place: PathBuf,
    pub user: u32,
    pub group: u32,
}

/// Runs `work`; where root calls it, in a thread with the rights of the owner of `path`. Beside these it may reach and read every file,
/// because systemd keeps the folder of a service in one that is closed to its user. It may change and delete what is the owner's alone.
pub(crate) fn as_owner<T: Send>(path: &Path, work: impl FnOnce() -> T + Send) -> Result<T, StoreError> {
    let Some(owner) = foreign_owner(path) else { return Ok(work()) };
    // Linux counts rights by thread: those that this one starts have its own, and the rest of the program keeps those of root.
    std::thread::scope(|scope| {
        let working = scope.spawn(|| owner.switch_user(true).map(|()| work()));
        working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Gives this thread, and those that it starts, the rights of the owner of `path` where root calls it, until the program ends; none
/// besides. Returns the owner.
pub(crate) fn become_owner(path: &Path) -> Result<Option<Owner>, StoreError> {
    let owner = foreign_owner(path);
    owner.as_ref().map_or(Ok(()), |owner| owner.switch_user(false))?;
    Ok(owner)
}

/// Gives a folder that root has just made to the owner of `path`, who is to fill it.
pub(crate) fn lend_folder(folder: &Path, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(owner) = foreign_owner(path) {
        use std::os::unix::fs::fchown;
        fchown(open_folder(folder)?, Some(owner.user), Some(owner.group))?;
    }
    Ok(())
}

/// Takes a lent folder back where root does, and gives the file in it this name. Otherwise it names the file only.
#[cfg(unix)]
pub(crate) fn take_out(folder: &Path, file: &str, to: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let folder = open_folder(folder)?;
    if rustix::process::geteuid().is_root() {
        let group = Some(rustix::process::getegid().as_raw());
        fchown(&folder, Some(0), group)?;
        // Opening a pipe would wait for a writer.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let lent = File::from(rustix::fs::openat(&folder, file, flags, Mode::empty())?);
        let found = lent.metadata()?;
        // With a second name the owner would keep a file of root's.
        if !found.is_file() || found.nlink() != 1 {
            return Err(io::Error::other("something else was put in its place"));
        }
        fchown(&lent, Some(0), group)?;
    }
    Ok(rustix::fs::renameat(&folder, file, rustix::fs::CWD, to)?)
}

#[cfg(not(unix))]
pub(crate) fn take_out(folder: &Path, file: &str, to: &Path) -> io::Result<()> {
    std::fs::rename(folder.join(file), to)
}

#[cfg(unix)]
fn open_folder(folder: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::open(folder, flags, Mode::empty())?.into())
}

/// The user but root who decides what lies at `path`, where root asks.
#[cfg(unix)]
fn foreign_owner(path: &Path) -> Option<Owner> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // A link of root's own leads to where others may be at home.
    owner_on_the_way(&path).or_else(|| owner_on_the_way(&canonical(&path)))
}

#[cfg(not(unix))]
fn foreign_owner(_: &Path) -> Option<Owner> {
    None
}

/// The owner of the first folder, link or file on the way that is not root's.
#[cfg(unix)]
fn owner_on_the_way(path: &Path) -> Option<Owner> {
    use std::os::unix::fs::MetadataExt as _;
    let mut steps: Vec<_> = path.ancestors().collect();
    steps.reverse();
    let found = |place: &Path| std::fs::symlink_metadata(place).ok().map(|found| (found.uid(), found.gid()));
    steps.into_iter().find_map(|place| {
        let (user, group) = found(place).filter(|(user, _)| *user != 0)?;
        Some(Owner { place: place.to_owned(), user, group })
    })
}

/// The path without links, as far as it is there.
#[cfg(unix)]
fn canonical(path: &Path) -> PathBuf {
    let found = path.ancestors().find_map(|place| Some((place, std::fs::canonicalize(place).ok()?)));
    found.map_or_else(
        || path.to_owned(),
        |(place, found)| path.strip_prefix(place).map_or_else(|_| found.clone(), |rest| found.join(rest)),
    )
}

impl Owner {
    #[cfg(target_os = "linux")]
    fn switch_user(&self, reads_everything: bool) -> Result<(), StoreError> {
        use rustix::process::{Gid, Uid};
        use rustix::thread::{
            CapabilitySet, CapabilitySets, capabilities, set_capabilities, set_keep_capabilities, set_thread_groups,
            set_thread_res_gid, set_thread_res_uid,
        };
        let (user, group) = (Uid::from_raw(self.user), Gid::from_raw(self.group));
        let change = || -> rustix::io::Result<()> {
            set_keep_capabilities(true)?;
            set_thread_groups(&[])?;
            set_thread_res_gid(group, group, group)?;
            set_thread_res_uid(user, user, user)?;
            let none = CapabilitySet::empty();
            let wanted = if reads_everything { CapabilitySet::DAC_READ_SEARCH } else { none };
            // A container may have less.
            let kept = capabilities(None)?.permitted & wanted;
            set_capabilities(None, CapabilitySets { effective: kept, permitted: kept, inheritable: none })
        };
        change().map_err(|error| self.refusal(&error.to_string()))
    }

    #[cfg(not(target_os = "linux"))]
    fn switch_user(&self, _: bool) -> Result<(), StoreError> {
        Err(self.refusal("this system cannot change the user of a thread"))
    }

    fn refusal(&self, problem: &str) -> StoreError {
        let (place, user) = (self.place.display(), self.user);
        StoreError::Unusable(format!(
            "{place} belongs to user {user}, and root cannot work there as that user ({problem}): give the command as user {user}"
        ))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};

    use super::*;

    const USER: u32 = 12_345;

    /// A folder of another user, where the tests run as root.
    fn folder_of_a_stranger() -> Option<tempfile::TempDir> {
        let folder = tempfile::tempdir().expect("a folder");
        chown(folder.path(), Some(USER), Some(USER)).is_ok().then_some(folder)
    }

    #[test]
    fn the_owner_of_a_folder_a_link_or_the_file_decides_what_lies_there() {
        let Some(theirs) = folder_of_a_stranger() else {
            assert_eq!(foreign_owner(Path::new("/etc/passwd")), None, "only root can change its user");
            return;
        };
        let ours = tempfile::tempdir().expect("a folder");
        let deep = theirs.path().join("deep");
        fs::create_dir(&deep).expect("root's own folder in it");
        let owner_of = |path: PathBuf| foreign_owner(&path).map(|owner| owner.user);
        assert_eq!(owner_of(deep.join("games.db")), Some(USER), "they can put a link in the place of root's folder");
        assert_eq!(owner_of(ours.path().join("none/games.db")), None);
        let way = ours.path().join("way");
        symlink(theirs.path(), &way).expect("a link");
        assert_eq!(owner_of(way.join("none/games.db")), Some(USER), "behind a link of root's");
        let file = ours.path().join("games.db");
        fs::write(&file, "").expect("room for it");
        chown(&file, Some(USER), None).expect("root");
        assert_eq!(owner_of(file), Some(USER));
    }

    #[test]
    fn the_work_has_the_rights_of_the_owner_and_the_program_keeps_its_own() {
        let Some(theirs) = folder_of_a_stranger() else { return };
        let ours = tempfile::tempdir().expect("a folder");
        let [secret, made] = [ours.path().join("secret"), theirs.path().join("made")];
        fs::set_permissions(ours.path(), fs::Permissions::from_mode(0o700)).expect("ours");
        fs::write(&secret, "mine").expect("room for it");
        let work = || (fs::read(&secret).is_ok(), fs::remove_file(&secret).is_ok(), fs::write(&made, "x").is_ok());
        let done = as_owner(&theirs.path().join("games.db"), work).expect("root may");
        assert_eq!(done, (true, false, true), "read, deleted, made");
        assert_eq!(fs::metadata(&made).expect("made").uid(), USER);
        fs::remove_file(&secret).expect("still root");
    }

    #[test]
    fn a_program_of_root_has_no_other_rights_than_the_owner() {
        let Some(theirs) = folder_of_a_stranger() else { return };
        let ours = tempfile::tempdir().expect("a folder");
        let secret = ours.path().join("secret");
        fs::write(&secret, "mine").expect("room for it");
        fs::set_permissions(ours.path(), fs::Permissions::from_mode(0o700)).expect("ours");
        let work = || become_owner(&theirs.path().join("games.db")).map(|_| fs::read(&secret).is_ok());
        let read = std::thread::scope(|scope| scope.spawn(work).join().expect("no panic"));
        assert!(!read.expect("root may"));
    }

    #[test]
    fn what_was_put_in_the_place_of_a_lent_folder_or_its_file_stays_as_it_is() {
        let Some(theirs) = folder_of_a_stranger() else { return };
        let ours = tempfile::tempdir().expect("a folder");
        let [secret, lent, to] =
            [ours.path().join("secret"), theirs.path().join("lent"), theirs.path().join("copy.db")];
        fs::write(&secret, "mine").expect("room for it");
        symlink(ours.path(), &lent).expect("a link");
        lend_folder(&lent, &to).expect_err("a link is no folder");
        assert_eq!(fs::metadata(ours.path()).expect("a folder").uid(), 0);
        fs::remove_file(&lent).expect("a link");
        fs::create_dir(&lent).expect("a folder");
        lend_folder(&lent, &to).expect("a folder");
        assert_eq!(fs::metadata(&lent).expect("a folder").uid(), USER);
        let file = lent.join("backup.db");
        symlink(&secret, &file).expect("a link");
        take_out(&lent, "backup.db", &to).expect_err("a link");
        fs::remove_file(&file).expect("a link");
        fs::hard_link(&secret, &file).expect("the same disk");
        take_out(&lent, "backup.db", &to).expect_err("a second name");
        fs::remove_file(&file).expect("a name");
        assert!(std::process::Command::new("mkfifo").arg(&file).status().expect("mkfifo").success());
        take_out(&lent, "backup.db", &to).expect_err("a pipe");
        fs::remove_file(&file).expect("a pipe");
        fs::write(&file, "copy").expect("room for it");
        take_out(&lent, "backup.db", &to).expect("a file");
        assert_eq!(fs::read(&to).expect("named"), b"copy");
    }
}
