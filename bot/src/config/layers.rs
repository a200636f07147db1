//! What the host has chosen over the defaults, key by key, so that one start names all mistakes.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::config::problem::{SettingError, describe_unknown_key, file_name, near_key};
use crate::config::range;

/// Of the variables that set one setting each: `SUMITO__GAMES__MAX_OPEN=50`.
const PREFIX: &str = "SUMITO__";

/// Of all variables of ours.
pub(super) const NAME: &str = "SUMITO_";

/// The variable of a key.
fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.to_uppercase().replace('.', "__"))
}

/// What the host has chosen.
pub(super) struct Layers {
    defaults: Table,
    /// Every section and every key, as in `games.max_open`.
    keys: Vec<String>,
    /// Each key that is set, with the place where it was, and its value. Later ones win.
    chosen: BTreeMap<String, (String, Value)>,
    pub(super) problems: Vec<SettingError>,
}

impl Layers {
    pub(super) fn new(defaults: &str) -> Self {
        let defaults: Table = toml::from_str(defaults).expect("the defaults are TOML");
        let mut keys = Vec::new();
        for (section, settings) in &defaults {
            keys.push(section.clone());
            keys.extend(settings.as_table().into_iter().flat_map(Table::keys).map(|name| format!("{section}.{name}")));
        }
        Self { defaults, keys, chosen: BTreeMap::new(), problems: Vec::new() }
    }

    /// Takes the settings of a file.
    ///
    /// # Errors
    /// One sentence with the place of the first mistake.
    pub(super) fn read_file(&mut self, file: &Path) -> anyhow::Result<()> {
        let name = file_name(file);
        let text = std::fs::read_to_string(file).with_context(|| format!("reading the settings in {name}"))?;
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
                        self.choose(&format!("{section}.{key}"), &name, value);
                    }
                }
                value => self.choose(&section, &name, value),
            }
        }
        Ok(())
    }

    /// Takes the settings among these variables. Where the default is a text, the value is one too, with or without quotes: a shell
    /// takes them away.
    pub(super) fn read_variables(&mut self, variables: impl Iterator<Item = (String, String)>) {
        let mut variables: Vec<_> = variables.collect();
        // Of two that differ in case only, the same one wins at each start.
        variables.sort_unstable();
        for (name, text) in variables {
            let upper = name.to_ascii_uppercase();
            let Some(key) = upper.strip_prefix(PREFIX) else {
                self.problems.extend(upper.starts_with(NAME).then(|| self.misspelt(&name)).flatten());
                continue;
            };
            let key = key.to_ascii_lowercase().replace("__", ".");
            let text = text.trim();
            let value = match self.default(&key) {
                Some(Value::String(_)) => {
                    let quoted = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
                    Value::from(quoted.unwrap_or(text))
                }
                _ => toml::from_str(&format!("value = {text}")).map_or_else(
                    |_| Value::from(text),
                    |mut table: Table| table.remove("value").expect("it was written"),
                ),
            };
            match key.split_once('.') {
                Some((section, _)) if !self.defaults.contains_key(section) => self.choose(section, &name, value),
                _ if key.is_empty() => {}
                _ => self.choose(&key, &name, value),
            }
        }
    }

    /// The settings that fit, with defaults in the places of the others.
    pub(super) fn judge<T: DeserializeOwned>(&mut self) -> T {
        let mut fitting = self.defaults.clone();
        for (key, (place, value)) in &self.chosen {
            let why = match self.default(key) {
                None => Some(describe_unknown_key(key, &self.keys, |meant| {
                    if place.to_ascii_uppercase().starts_with(PREFIX) { variable(meant) } else { format!("`{meant}`") }
                })),
                Some(default) => range::misfit(key, value, default),
            };
            let mut with_it = fitting.clone();
            if why.is_none() {
                set(&mut with_it, key, value.clone());
            }
            let why = why.or_else(|| Some(with_it.clone().try_into::<T>().err()?.message().to_owned()));
            match why {
                None => fitting = with_it,
                Some(why) => {
                    self.problems.push(SettingError { key: key.clone(), place: place.clone(), why });
                }
            }
        }
        fitting.try_into().expect("the defaults fit, and all that was taken over them")
    }

    /// A problem that concerns several settings, with the place where its own was made. The value that was judged may be a default in the
    /// place of a bad one, which is told already.
    pub(super) fn add(&mut self, problem: SettingError) {
        if self.problems.iter().all(|known| known.key != problem.key) {
            let place = self.chosen.get(&problem.key).map(|(place, _)| place.clone()).unwrap_or_default();
            self.problems.push(SettingError { place, ..problem });
        }
    }

    fn choose(&mut self, key: &str, place: &str, value: Value) {
        self.chosen.insert(key.to_owned(), (place.to_owned(), value));
    }

    fn default(&self, key: &str) -> Option<&Value> {
        match key.split_once('.') {
            None => self.defaults.get(key),
            Some((section, name)) => self.defaults.get(section)?.get(name),
        }
    }

    /// A variable that looks like a setting and is none, because an underscore is missing.
    fn misspelt(&self, name: &str) -> Option<SettingError> {
        let rest = name.to_ascii_lowercase().get(NAME.len()..)?.replace("__", "_");
        let is_within = |section: &&String| rest.strip_prefix(*section).is_some_and(|rest| rest.starts_with('_'));
        let section = self.defaults.keys().find(is_within)?;
        let meant = near_key(&rest.replacen('_', ".", 1), &self.keys).unwrap_or(section);
        let shown = variable(meant);
        let why = format!(
            "it changes nothing, because two underscores stand between the parts of a name; did you mean {shown}?"
        );
        Some(SettingError { key: meant.to_owned(), place: name.to_owned(), why })
    }
}

fn set(settings: &mut Table, key: &str, value: Value) {
    if let Some((section, name)) = key.split_once('.')
        && let Some(Value::Table(section)) = settings.get_mut(section)
    {
        section.insert(name.to_owned(), value);
    }
}
