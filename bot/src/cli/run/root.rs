//! Keeps root from working in folders where another user could place links or keep files open.

use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;

use crate::cli::Failure;

/// Refuses a path to root if a folder on the way, a link or the file itself belongs to another user; suggests the
/// command to use.
#[cfg(unix)]
pub(crate) fn refuse_root(path: &Path) -> Result<(), Failure> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // A link of root's own may lead to another user's files.
    let Some((place, user)) = foreign_owner(&path).or_else(|| foreign_owner(&without_links(&path))) else {
        return Ok(());
    };
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let user = name_of(user, &users);
    // `sudo` does not pass variables. This one decides which files are used, and contains no secret.
    let variable = "SUMITO__DATABASE__URL";
    let database = std::env::var(variable).ok().filter(|url| url.starts_with("sqlite:"));
    let database = database.map(|url| ["env".to_owned(), format!("{variable}={url}")]);
    let words = ["sudo", "-u", &user].map(str::to_owned).into_iter().chain(database.into_iter().flatten());
    let words = words.chain(std::env::args_os().map(|word| word.to_string_lossy().into_owned()));
    let command = words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ");
    let place = place.display();
    Err(Failure::Input(format!("{place} belongs to {user}, so root does not work there: type `{command}`")))
}

#[cfg(not(unix))]
pub(crate) fn refuse_root(_: &Path) -> Result<(), Failure> {
    Ok(())
}

/// The first part of the path that is not root's, with its owner.
#[cfg(unix)]
fn foreign_owner(path: &Path) -> Option<(PathBuf, u32)> {
    use std::os::unix::fs::MetadataExt as _;
    let owner = |place: &Path| std::fs::symlink_metadata(place).map_or(0, |found| found.uid());
    let mut steps: Vec<_> = path.ancestors().collect();
    steps.reverse();
    steps.into_iter().map(|place| (place.to_owned(), owner(place))).find(|(_, user)| *user != 0)
}

/// The path with links resolved, as far as it exists.
#[cfg(unix)]
fn without_links(path: &Path) -> PathBuf {
    let mut rest = PathBuf::new();
    for place in path.ancestors() {
        if let Ok(found) = std::fs::canonicalize(place) {
            return found.iter().chain(&rest).collect();
        }
        rest = place.file_name().into_iter().chain(&rest).collect();
    }
    path.to_owned()
}

/// The name of a user for `sudo -u`: a name from this `/etc/passwd`, or a number.
#[cfg(unix)]
fn name_of(user: u32, users: &str) -> String {
    let name = |line: &str| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(user)).then(|| name.to_owned())
    };
    users.lines().find_map(name).unwrap_or_else(|| format!("#{user}"))
}

#[cfg(unix)]
fn quoted(word: &str) -> String {
    let is_plain =
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-=:@,+".contains(&byte));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{chown, symlink};

    use super::*;

    #[test]
    fn a_user_is_called_as_sudo_knows_them_and_a_word_as_a_shell_reads_it() {
        let users = "root:x:0:0:root:/root:/bin/bash\nsumito:x:998:997::/nowhere:/usr/sbin/nologin\n";
        assert_eq!([998, 12_345].map(|user| name_of(user, users)), ["sumito", "#12345"]);
        assert_eq!(["a/b-c.db", "#1", "it's", ""].map(quoted), ["a/b-c.db", "'#1'", r"'it'\''s'", "''"]);
    }

    #[test]
    fn the_owner_of_a_folder_a_link_or_the_file_decides_what_lies_there() {
        let [ours, theirs] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        // A user other than root owns both.
        if chown(theirs.path(), Some(12_345), None).is_err() {
            assert_eq!(foreign_owner(Path::new("/etc/passwd")), None);
            return;
        }
        let owner_of = |path: PathBuf| foreign_owner(&path).map(|(_, user)| user);
        let deep = theirs.path().join("deep");
        std::fs::create_dir(&deep).expect("root's own folder in it");
        assert_eq!(owner_of(deep.join("games.db")), Some(12_345), "they can put a link in the place of root's folder");
        assert_eq!(owner_of(ours.path().join("none/games.db")), None);
        let way = ours.path().join("way");
        symlink(theirs.path(), &way).expect("a link");
        assert_eq!(owner_of(way.join("none/games.db")), None);
        assert_eq!(owner_of(without_links(&way.join("none/games.db"))), Some(12_345), "behind a link of root's");
        let file = ours.path().join("games.db");
        std::fs::write(&file, "").expect("room for it");
        chown(&file, Some(12_345), None).expect("root");
        assert_eq!(owner_of(file), Some(12_345));
    }
}
