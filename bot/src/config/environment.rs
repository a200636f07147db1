//! Settings by environment variables, one each: `SUMITO__GAMES__MAX_OPEN=50`.

use figment::value::{Dict, Map, Value};
use figment::{Error, Figment, Metadata, Profile, Provider};

/// Of the variables that set one setting each.
const PREFIX: &str = "SUMITO__";

/// Of all variables of ours.
pub(crate) const NAME: &str = "SUMITO_";

/// The variables that are settings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Environment {
    /// Name, key (`games.max_open`) and value of each.
    variables: Vec<(String, String, Value)>,
    /// Other variables that begin with our name.
    others: Vec<String>,
}

/// The variable of a key.
pub(crate) fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.to_uppercase().replace('.', "__"))
}

impl Environment {
    /// Finds the settings among these variables. Where the default is a text, the value is one too, with or without quotes: a
    /// shell takes them away.
    pub(crate) fn read(variables: impl Iterator<Item = (String, String)>, defaults: &Figment) -> Self {
        let mut others = Vec::new();
        let settings = variables.filter_map(|(name, text)| {
            let upper = name.to_ascii_uppercase();
            let Some(key) = upper.strip_prefix(PREFIX) else {
                if upper.starts_with(NAME) {
                    others.push(name);
                }
                return None;
            };
            let key = key.to_ascii_lowercase().replace("__", ".");
            if key.is_empty() {
                return None;
            }
            let is_text = matches!(defaults.find_value(&key), Ok(Value::String(..)));
            let value = if is_text { Value::from(unquoted(&text)) } else { text.parse().expect("any text is a value") };
            Some((name, key, value))
        });
        let mut variables: Vec<_> = settings.collect();
        // Of two that differ in case only, the same one wins at each start.
        variables.sort_by(|one, other| one.0.cmp(&other.0));
        others.sort_unstable();
        Self { variables, others }
    }

    /// Variables that begin with our name and are no settings.
    pub(crate) fn others(&self) -> &[String] {
        &self.others
    }

    /// The name of the variable that sets this key or, where the key is a section that does not exist, something in it.
    pub(crate) fn name_of(&self, key: &str) -> String {
        let within = format!("{key}.");
        let exact = self.variables.iter().find(|(_, set, _)| set == key);
        let found = exact.or_else(|| self.variables.iter().find(|(_, set, _)| set.starts_with(&within)));
        found.map_or_else(|| variable(key), |(name, ..)| name.clone())
    }

    /// Whether this is where a value comes from.
    pub(crate) fn is_source(metadata: &Metadata) -> bool {
        metadata.name == Self::SOURCE
    }

    const SOURCE: &'static str = "environment variables";
}

impl Provider for Environment {
    fn metadata(&self) -> Metadata {
        Metadata::named(Self::SOURCE)
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut settings = Dict::new();
        for (_, key, value) in &self.variables {
            insert(&mut settings, key, value.clone());
        }
        Ok(Profile::Default.collect(settings))
    }
}

fn insert(section: &mut Dict, key: &str, value: Value) {
    let Some((name, rest)) = key.split_once('.') else {
        section.insert(key.to_owned(), value);
        return;
    };
    let inner = section.entry(name.to_owned()).or_insert_with(|| Dict::new().into());
    if !matches!(inner, Value::Dict(..)) {
        *inner = Dict::new().into();
    }
    if let Value::Dict(_, inner) = inner {
        insert(inner, rest, value);
    }
}

/// A text that may stand in quotes.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    let quoted = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    quoted.unwrap_or(text).to_owned()
}
