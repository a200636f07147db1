//! What is wrong with a setting, in a sentence that a host understands: which one, where it was set, what it may be.

use std::fmt;
use std::path::Path;

use crate::near_name::near_name;

/// A setting that does not fit, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingError {
    /// `games.max_open`
    pub key: String,
    /// File or environment variable; empty where it is not set.
    pub place: String,
    /// Why, after the colon.
    pub why: String,
}

impl std::error::Error for SettingError {}

/// All settings that do not fit, a line each.
#[derive(Debug)]
pub(crate) struct SettingErrors(pub(crate) Vec<SettingError>);

impl std::error::Error for SettingErrors {}

impl fmt::Display for SettingErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// The key among these that was probably meant: with other separators, in another section, or misspelt.
pub(crate) fn near_key<'a>(key: &str, keys: &'a [String]) -> Option<&'a str> {
    let plain = |key: &str| key.replace('.', "_");
    let last = |key: &str| key.rsplit_once('.').map(|(_, last)| last.to_owned());
    let same = keys.iter().find(|known| plain(known) == plain(key));
    let elsewhere = || keys.iter().find(|known| last(known).is_some() && last(known) == last(key));
    let found = same.or_else(elsewhere).map(String::as_str);
    let alike = || keys.iter().map(String::as_str).filter(|known| known.contains('.') == key.contains('.'));
    found.or_else(|| near_name(key, alike()))
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, place, why } = self;
        let within = if place.is_empty() { "" } else { " in " };
        write!(f, "setting `{key}`{within}{place}: {why}")
    }
}

impl SettingError {
    /// A value that is of the right type, and yet does not fit.
    pub(crate) fn new(key: &str, why: impl Into<String>) -> Self {
        Self { key: key.to_owned(), place: String::new(), why: why.into() }
    }
}

/// What there is in the place of a key that no setting has. `name` says how the one that was meant is written.
pub(super) fn describe_unknown_key(key: &str, keys: &[String], name: impl Fn(&str) -> String) -> String {
    if let Some(meant) = near_key(key, keys) {
        return format!("there is no such setting; did you mean {}?", name(meant));
    }
    let section = key.rsplit_once('.').map(|(section, _)| section);
    let within: Vec<String> = match section {
        Some(section) => {
            keys.iter().filter_map(|key| key.strip_prefix(section)?.strip_prefix('.')).map(in_quotes).collect()
        }
        None => keys.iter().map(String::as_str).filter(|key| !key.contains('.')).map(in_quotes).collect(),
    };
    let there = section.map_or_else(|| "there are".to_owned(), |section| format!("`{section}` has"));
    format!("there is no such setting; {there} {}", within.join(", "))
}

fn in_quotes(name: &str) -> String {
    format!("`{name}`")
}

/// How a host knows this file. systemd hands it to the bot under the same name in a folder that only the bot has.
pub(super) fn file_name(file: &Path) -> String {
    let handed_in = std::env::var_os("CREDENTIALS_DIRECTORY");
    match file.file_name().filter(|_| handed_in.as_deref() == file.parent().map(Path::as_os_str)) {
        Some(name) => Path::new(name).display().to_string(),
        None => file.display().to_string(),
    }
}
