//! TOML as a source of settings.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use figment::value::{Dict, Map};
use figment::{Error, Metadata, Profile, Provider, Source};

use crate::config::problem::file_name;

/// Settings, and where they stand.
pub(super) struct TomlSource {
    settings: Dict,
    metadata: Metadata,
}

impl TomlSource {
    /// The text of the program itself. Panics where it is no TOML.
    pub(super) fn defaults(text: &str) -> Self {
        Self { settings: toml::from_str(text).expect("the defaults are TOML"), metadata: Metadata::named("defaults") }
    }

    /// A file of the host.
    ///
    /// # Errors
    /// One sentence with the place of the first mistake.
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("reading the settings in {}", file_name(file)))?;
        let settings = toml::from_str(&text).map_err(|error| {
            let before = &text[..error.span().map_or(0, |span| text.floor_char_boundary(span.start))];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let why = error.message().lines().collect::<Vec<_>>().join(", ");
            anyhow!("{} is no TOML file: line {line}, column {column}: {why}", file_name(file))
        })?;
        Ok(Self { settings, metadata: Metadata::from("TOML file", Source::File(file.to_owned())) })
    }
}

impl Provider for TomlSource {
    fn metadata(&self) -> Metadata {
        self.metadata.clone()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        Ok(Profile::Default.collect(self.settings.clone()))
    }
}
