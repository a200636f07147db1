//! Settings chosen by the host over the defaults, key by key, so that one start reports all mistakes.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::config::values::SettingError;
use base::near_name::near_name;

/// Prefix of the variables that set one setting each: `SUMITO__GAMES__MAX_OPEN=50`.
const PREFIX: &str = "SUMITO__";

/// Prefix of all our variables.
pub(super) const NAME: &str = "SUMITO_";

pub(super) struct Layers {
    defaults: Table,
    /// The keys that are set, each with its place and its value. Later ones win.
    chosen: BTreeMap<String, (String, Value)>,
    pub(super) problems: Vec<SettingError>,
}

impl Layers {
    pub(super) fn new(defaults: &str) -> Self {
        let defaults = toml::from_str(defaults).expect("the defaults are TOML");
        Self { defaults, chosen: BTreeMap::new(), problems: Vec::new() }
    }

    /// Reads the settings of a file.
    ///
    /// # Errors
    /// One sentence with the place of the first mistake.
    pub(super) fn read_file(&mut self, file: &Path) -> anyhow::Result<()> {
        let name = file.display().to_string();
        // Reading a pipe would block.
        if std::fs::metadata(file).is_ok_and(|metadata| !metadata.is_file()) {
            bail!("{name} is no file, and settings stand in one");
        }
        let text = std::fs::read_to_string(file).with_context(|| format!("reading the settings in {name}"));
        let text = text.map_err(|error| match error.downcast_ref::<std::io::Error>().map(std::io::Error::kind) {
            Some(ErrorKind::PermissionDenied) => anyhow!(
                "this user may not read the settings in {name}: give the command as the user of the bot, such as `sudo -u sumito sumito doctor --config {name}`"
            ),
            _ => error,
        })?;
        let settings: Table = toml::from_str(&text).map_err(|error| {
            let before = &text[..error.span().map_or(0, |span| text.floor_char_boundary(span.start))];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let why = error.message().lines().collect::<Vec<_>>().join(", ");
            anyhow!("{name} is no TOML file: line {line}, column {column}: {why}")
        })?;
        for (section, value) in settings {
            match value {
                Value::Table(settings) if self.defaults.contains_key(&section) => {
                    for (key, value) in settings {
                        self.choose(format!("{section}.{key}"), &name, value);
                    }
                }
                value => self.choose(section, &name, value),
            }
        }
        Ok(())
    }

    /// Reads the settings among these variables. If the default is a text, so is the value, with or without quotes,
    /// because a shell removes them.
    pub(super) fn read_variables(&mut self, variables: impl Iterator<Item = (String, String)>) {
        let mut variables: Vec<_> = variables.collect();
        // Sorted, so that of two names that differ only in case, the same one wins at each start.
        variables.sort_unstable();
        for (name, text) in variables {
            let Some(key) = name.to_ascii_uppercase().strip_prefix(PREFIX).map(str::to_ascii_lowercase) else {
                self.problems.extend(self.misspelt(&name));
                continue;
            };
            let (key, text) = (key.replace("__", "."), text.trim());
            let value = match self.default(&key) {
                Some(Value::String(_)) => {
                    let content = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
                    Value::from(content.unwrap_or(text))
                }
                _ => toml::from_str(&format!("value = {text}")).map_or_else(
                    |_| Value::from(text),
                    |mut table: Table| table.remove("value").expect("it was written"),
                ),
            };
            self.choose(key, &name, value);
        }
    }

    /// The valid settings, with defaults in place of the others.
    pub(super) fn judge<T: DeserializeOwned>(&mut self) -> T {
        let mut valid = self.defaults.clone();
        for (key, (place, value)) in &self.chosen {
            let mut with_it = valid.clone();
            set(&mut with_it, key, value.clone());
            let Err(error) = with_it.clone().try_into::<T>() else {
                valid = with_it;
                continue;
            };
            let mut why = error.message().to_owned();
            if self.default(key).is_none() {
                let keys = self.defaults.iter().flat_map(|(section, settings)| {
                    let names = settings.as_table().into_iter().flat_map(Table::keys);
                    std::iter::once(section.clone()).chain(names.map(move |name| format!("{section}.{name}")))
                });
                let keys: Vec<String> = keys.collect();
                if let Some(suggestion) = near_name(key, keys.iter().map(String::as_str)) {
                    why = format!("there is no such setting; did you mean `{suggestion}`?");
                }
            }
            self.problems.push(SettingError { key: key.clone(), place: place.clone(), why });
        }
        valid.try_into().expect("the defaults fit, and all that was taken over them")
    }

    /// Adds a problem that concerns several settings, with the place of its own. Ignored if the section already has a
    /// problem, because the values that were checked may be defaults in place of bad ones.
    pub(super) fn add(&mut self, problem: SettingError) {
        let section = problem.key.split('.').next();
        if self.problems.iter().all(|other| other.key.split('.').next() != section) {
            let place = self.chosen.get(&problem.key).map(|(place, _)| place.clone()).unwrap_or_default();
            self.problems.push(SettingError { place, ..problem });
        }
    }

    fn choose(&mut self, key: String, place: &str, value: Value) {
        self.chosen.insert(key, (place.to_owned(), value));
    }

    fn default(&self, key: &str) -> Option<&Value> {
        match key.split_once('.') {
            None => self.defaults.get(key),
            Some((section, name)) => self.defaults.get(section)?.get(name),
        }
    }

    /// Finds a variable that looks like a setting and is none, because an underscore is missing.
    fn misspelt(&self, name: &str) -> Option<SettingError> {
        let rest = name.to_ascii_lowercase().strip_prefix(&NAME.to_ascii_lowercase())?.to_owned();
        let (section, setting) = self.defaults.keys().find_map(|section| {
            Some((section, rest.strip_prefix(section.as_str())?.strip_prefix('_')?.trim_start_matches('_')))
        })?;
        let suggestion = format!("{PREFIX}{section}__{setting}").to_ascii_uppercase();
        let why = format!(
            "it changes nothing, because two underscores stand between the parts of a name; did you mean {suggestion}?"
        );
        Some(SettingError { key: format!("{section}.{setting}"), place: name.to_owned(), why })
    }
}

fn set(settings: &mut Table, key: &str, value: Value) {
    if let Some((section, name)) = key.split_once('.')
        && let Some(Value::Table(section)) = settings.get_mut(section)
    {
        section.insert(name.to_owned(), value);
    } else {
        settings.insert(key.to_owned(), value);
    }
}
