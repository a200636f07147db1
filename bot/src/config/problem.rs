//! What is wrong with a setting, in a sentence that a host understands: which one, where it was set, what it may be.

use std::fmt;
use std::path::Path;

use figment::error::{Actual, Kind};
use figment::{Error, Figment, Source};

use crate::config::environment::Environment;
use crate::config::{environment, range};
use crate::near_name::near_name;

/// A setting that does not fit, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingError {
    /// `games.max_open`
    pub key: String,
    /// File or environment variable; empty when it is not known.
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

    /// The same with the place where the setting was made.
    pub(crate) fn with_source(self, figment: &Figment, environment: &Environment) -> Self {
        Self { place: place(figment, environment, &self.key), ..self }
    }

    /// A key that no setting has.
    pub(crate) fn unknown(key: &str, keys: &[String], figment: &Figment, environment: &Environment) -> Self {
        let why = if let Some(meant) = near_key(key, keys) {
            let is_variable = figment.find_metadata(key).is_some_and(Environment::is_source);
            let meant = if is_variable { environment::variable(meant) } else { format!("`{meant}`") };
            format!("there is no such setting; did you mean {meant}?")
        } else {
            let section = key.rsplit_once('.').map(|(section, _)| section);
            let within: Vec<&str> = match section {
                Some(section) => keys.iter().filter_map(|key| key.strip_prefix(section)?.strip_prefix('.')).collect(),
                None => keys.iter().map(String::as_str).filter(|key| !key.contains('.')).collect(),
            };
            let there = section.map_or_else(|| "there are".to_owned(), |section| format!("`{section}` has"));
            format!("there is no such setting; {there} {}", listed(&within))
        };
        Self::new(key, why).with_source(figment, environment)
    }

    /// What was found when the settings were read.
    pub(crate) fn from_figment(figment: &Figment, environment: &Environment, error: Error) -> Self {
        let mut path = error.path;
        let why = match error.kind {
            Kind::UnknownVariant(found, known) => format!("\"{found}\" is none of {}", listed(known)),
            Kind::InvalidType(found, wanted) | Kind::InvalidValue(found, wanted) => {
                // An entry of a list is named by its number behind the list.
                let list = path.iter().rposition(|part| part.parse::<usize>().is_ok()).unwrap_or(path.len());
                path.truncate(list);
                let is_number = matches!(wanted.as_str(), "u16" | "u32");
                let range = range::of(&path.join(".")).filter(|_| is_number);
                let wanted = range.map_or_else(|| in_words(&wanted), range::Range::in_words);
                if wanted == "a boolean" {
                    format!("{} is none of `true`, `false`", shown(&found))
                } else {
                    format!("{} is no {wanted}{}", shown(&found), example(&wanted))
                }
            }
            kind => kind.to_string(),
        };
        Self::new(&path.join("."), why).with_source(figment, environment)
    }
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn shown(found: &Actual) -> String {
    match found {
        Actual::Bool(value) => value.to_string(),
        Actual::Unsigned(value) => value.to_string(),
        Actual::Signed(value) => value.to_string(),
        Actual::Float(value) => value.to_string(),
        Actual::Char(value) => format!("\"{value}\""),
        Actual::Str(value) => format!("\"{value}\""),
        Actual::Seq => "a list".to_owned(),
        Actual::Map => "a section".to_owned(),
        other => other.to_string(),
    }
}

/// What serde calls by its Rust name.
fn in_words(wanted: &str) -> String {
    match wanted {
        "u16" => format!("whole number from 0 to {}", u16::MAX),
        "u32" => format!("whole number from 0 to {}", u32::MAX),
        "u64" => "whole number from 0 on".to_owned(),
        "a string" => "text in quotes".to_owned(),
        "a sequence" => "list".to_owned(),
        wanted if wanted.starts_with("struct ") => "section".to_owned(),
        wanted => wanted.to_owned(),
    }
}

/// How such a value is written, where its kind does not say it.
fn example(wanted: &str) -> &'static str {
    match wanted {
        "text in quotes" => ", such as \"text\"",
        "list" => ", such as [24, 3]",
        _ => "",
    }
}

fn place(figment: &Figment, environment: &Environment, key: &str) -> String {
    let Some(metadata) = figment.find_metadata(key) else { return String::new() };
    match &metadata.source {
        Some(Source::File(path)) => file_name(path),
        _ if Environment::is_source(metadata) => environment.name_of(key),
        _ => String::new(),
    }
}

/// How a host knows this file. systemd hands it to the bot under the same name in a folder that only the bot has.
pub(super) fn file_name(file: &Path) -> String {
    let handed_in = std::env::var_os("CREDENTIALS_DIRECTORY");
    match file.file_name().filter(|_| handed_in.as_deref() == file.parent().map(Path::as_os_str)) {
        Some(name) => Path::new(name).display().to_string(),
        None => file.display().to_string(),
    }
}
