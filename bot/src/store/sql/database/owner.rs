//! Root works on a database with the rights of the user who decides what lies beside it. SQLite plays back a journal that it finds there,
//! and deletes the file that the journal names.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

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
///
/// # Errors
/// [`StoreError::Unusable`] when the system does not let root act as that user.
///
/// # Panics
/// When `work` panics.
pub(crate) fn as_owner<T: Send>(path: &Path, work: impl FnOnce() -> T + Send) -> Result<T, StoreError> {
    let Some(owner) = stranger(path) else { return Ok(work()) };
    // Linux counts rights by thread: those that this one starts have its own, and the rest of the program keeps those of root.
    std::thread::scope(|scope| {
        let working = scope.spawn(|| owner.become_it().map(|()| work()));
        working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Gives this thread, and those that it starts, the rights of the owner of `path` where root calls it; for good. Returns the owner.
///
/// # Errors
/// As [`as_owner`].
pub(crate) fn become_owner(path: &Path) -> Result<Option<Owner>, StoreError> {
    let owner = stranger(path);
    if let Some(owner) = &owner {
        owner.become_it()?;
    }
    Ok(owner)
}

/// Gives a folder of root's to the owner of `path`, who is to fill it.
pub(crate) fn lend(folder: &Path, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(owner) = stranger(path) {
        std::os::unix::fs::chown(folder, Some(owner.user), Some(owner.group))?;
    }
    Ok(())
}

/// Takes back what was lent, first the folder and then what lies in it, where root does.
///
/// # Errors
/// When something else lies there, such as a link.
pub(crate) fn take_back(lent: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if rustix::process::geteuid().is_root() {
        use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, fchown};
        let no_link = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
        let lent = File::options().read(true).custom_flags(no_link).open(lent)?;
        let found = lent.metadata()?;
        // A second name would make a file of root's the owner's for ever.
        let is_lent = found.is_dir() || found.is_file() && found.nlink() == 1;
        if !is_lent {
            return Err(io::Error::other("something else was put in its place"));
        }
        fchown(&lent, Some(0), Some(rustix::process::getegid().as_raw()))?;
    }
    Ok(())
}

/// The user but root who decides what lies at `path`, where root asks.
#[cfg(unix)]
fn stranger(path: &Path) -> Option<Owner> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // A link of root's own leads to where others may be at home.
    owner_on_the_way(&path).or_else(|| owner_on_the_way(&canonical(&path)))
}

#[cfg(not(unix))]
fn stranger(_: &Path) -> Option<Owner> {
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
    fn become_it(&self) -> Result<(), StoreError> {
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
            // A container may have less.
            let kept = capabilities(None)?.permitted & CapabilitySet::DAC_READ_SEARCH;
            set_capabilities(
                None,
                CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() },
            )
        };
        change().map_err(|error| self.refusal(&error.to_string()))
    }

    #[cfg(not(target_os = "linux"))]
    fn become_it(&self) -> Result<(), StoreError> {
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
            assert_eq!(stranger(Path::new("/etc/passwd")), None, "only root can change its user");
            return;
        };
        let ours = tempfile::tempdir().expect("a folder");
        let deep = theirs.path().join("deep");
        fs::create_dir(&deep).expect("root's own folder in it");
        let owner_of = |path: PathBuf| stranger(&path).map(|owner| owner.user);
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
}
