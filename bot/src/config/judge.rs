//! Judges each setting of the host by itself, so that one start names all mistakes.

use figment::value::{Dict, Value};
use figment::{Figment, Profile, Provider as _};
use serde::de::DeserializeOwned;

use crate::config::environment;
use crate::config::environment::Environment;
use crate::config::problem::{SettingError, near_key};

/// The settings that fit, with defaults in the places of the others.
pub(super) struct Judged<T> {
    pub(super) config: T,
    pub(super) problems: Vec<SettingError>,
}

/// Takes what the host has chosen over the defaults, key by key.
pub(super) fn judge<T: DeserializeOwned>(defaults: &Figment, chosen: &Figment, environment: &Environment) -> Judged<T> {
    let (known, set) = (dict(defaults), dict(chosen));
    let (mut leaves, mut unknown) = (Vec::new(), Vec::new());
    collect(&set, &known, "", &mut leaves, &mut unknown);
    let keys = keys(&known);
    let mut problems: Vec<_> =
        unknown.iter().map(|key| SettingError::unknown(key, &keys, chosen, environment)).collect();
    problems.extend(misspelt_variables(environment, &known, &keys));
    let mut fitting = defaults.clone();
    for (key, value) in leaves {
        let with_it = fitting.clone().merge((key.as_str(), value));
        match with_it.extract::<T>() {
            Ok(_) => fitting = with_it,
            Err(error) => problems.push(SettingError::from_figment(chosen, environment, error)),
        }
    }
    Judged { config: fitting.extract().expect("the defaults fit, and all that was taken over them"), problems }
}

/// Variables that look like settings and are none, because an underscore is missing.
fn misspelt_variables(environment: &Environment, known: &Dict, keys: &[String]) -> Vec<SettingError> {
    let misspelt = |name: &String| {
        let rest = name.to_ascii_lowercase().get(environment::NAME.len()..)?.replace("__", "_");
        let is_within = |section: &&String| rest.strip_prefix(*section).is_some_and(|rest| rest.starts_with('_'));
        let section = known.keys().find(is_within)?;
        let meant = near_key(&rest.replacen('_', ".", 1), keys).unwrap_or(section);
        let shown = environment::variable(meant);
        let why = format!(
            "it changes nothing, because two underscores stand between the parts of a name; did you mean {shown}?"
        );
        Some(SettingError { key: meant.to_owned(), place: name.clone(), why })
    };
    environment.others().iter().filter_map(misspelt).collect()
}

/// Every section and every key, as in `games.max_open`.
fn keys(known: &Dict) -> Vec<String> {
    let mut keys = Vec::new();
    for (section, settings) in known {
        keys.push(section.clone());
        let names = settings.as_dict().into_iter().flat_map(Dict::keys);
        keys.extend(names.map(|name| format!("{section}.{name}")));
    }
    keys
}

fn dict(figment: &Figment) -> Dict {
    let profiles = figment.data().unwrap_or_default();
    profiles.into_iter().find(|(profile, _)| *profile == Profile::Default).map(|(_, dict)| dict).unwrap_or_default()
}

fn collect(set: &Dict, known: &Dict, within: &str, leaves: &mut Vec<(String, Value)>, unknown: &mut Vec<String>) {
    for (name, value) in set {
        let key = if within.is_empty() { name.clone() } else { format!("{within}.{name}") };
        match (known.get(name), value) {
            (None, _) => unknown.push(key),
            (Some(Value::Dict(_, known)), Value::Dict(_, set)) => collect(set, known, &key, leaves, unknown),
            (Some(_), value) => leaves.push((key, value.clone())),
        }
    }
}
