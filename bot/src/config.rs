//! Settings: defaults, a file, the environment, in this order.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use figment::Figment;
use figment::providers::{Env, Format as _, Toml};
use secrecy::SecretString;
use serde::Deserialize;

use crate::games::Settings;
use crate::games::pace::Pace;

const DEFAULTS: &str = include_str!("../../config/default.toml");

/// All settings; `config/default.toml` says what each one means.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Memory.
    pub database: Database,
    /// Discord.
    pub discord: Discord,
    /// Challenges.
    pub challenges: Challenges,
    /// Games.
    pub games: Games,
    /// Reminders.
    pub reminders: Reminders,
    /// Messages that wait.
    pub outbox: Outbox,
    /// Pictures.
    pub render: Render,
    /// Logs.
    pub log: Log,
    /// Time.
    pub clock: Clock,
}

/// Where games are kept.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// `sqlite://path`.
    pub url: String,
}

/// How to reach Discord.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// REST.
    pub api_base: String,
    /// Gateway; empty: asked for.
    pub gateway_url: String,
    /// Pace of our own requests.
    pub requests_per_second: u16,
}

/// Challenges.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenges {
    /// Hours.
    pub expire_after_hours: u32,
}

/// Games.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// A pace.
    pub default_pace: String,
    /// A count.
    pub max_open: u32,
}

/// Reminders.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminders {
    /// Hours, descending.
    pub hours_before: Vec<u32>,
}

/// Messages that wait.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outbox {
    /// Seconds.
    pub retry_seconds: u32,
    /// Seconds.
    pub retry_at_most_seconds: u32,
    /// A count.
    pub attempts: u32,
}

/// Pictures.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Render {
    /// Mebibytes.
    pub cache_mib: u64,
}

/// Logs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// How lines look.
    pub format: LogFormat,
}

/// How lines of the log look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// Time.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// A sandbox, or empty.
    pub follow_url: String,
}

impl Config {
    /// Reads the settings: the defaults, then this file, then the environment.
    ///
    /// # Errors
    /// One sentence that names the key which does not exist or the value which does not fit.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut figment = Figment::from(Toml::string(DEFAULTS));
        if let Some(file) = file {
            figment = figment.merge(Toml::file_exact(file));
        }
        let config: Self = figment.merge(Env::prefixed("SUMITO__").split("__")).extract().map_err(|error| {
            let key = error.path.join(".");
            let place = error.metadata.as_ref().map_or_else(String::new, |metadata| format!(" ({})", metadata.name));
            anyhow::anyhow!("setting `{key}`{place}: {}", error.kind)
        })?;
        config.settings()?;
        config.database_path()?;
        Ok(config)
    }

    /// What the use cases need.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        let default_pace: Pace = self.games.default_pace.parse().context("setting `games.default_pace`")?;
        let mut reminder_hours = self.reminders.hours_before.clone();
        if reminder_hours.contains(&0) {
            bail!("setting `reminders.hours_before`: an hour of 0 is the deadline itself; name hours of 1 and more");
        }
        reminder_hours.sort_unstable_by(|a, b| b.cmp(a));
        reminder_hours.dedup();
        if self.challenges.expire_after_hours == 0 {
            bail!("setting `challenges.expire_after_hours`: a challenge needs at least one hour");
        }
        if self.games.max_open == 0 || self.discord.requests_per_second == 0 || self.outbox.attempts == 0 {
            bail!("settings `games.max_open`, `discord.requests_per_second` and `outbox.attempts` must be at least 1");
        }
        Ok(Settings {
            challenge_expires_hours: self.challenges.expire_after_hours,
            reminder_hours,
            default_pace,
            max_open: self.games.max_open,
        })
    }

    /// The file of the database.
    pub fn database_path(&self) -> anyhow::Result<PathBuf> {
        match self.database.url.strip_prefix("sqlite://") {
            Some(path) if !path.is_empty() => Ok(PathBuf::from(path)),
            _ => bail!("setting `database.url`: write `sqlite://` and a path"),
        }
    }
}

/// The bot's token, from `DISCORD_TOKEN` or the file that `DISCORD_TOKEN_FILE` names. Its `Debug` prints no secret.
pub fn token() -> anyhow::Result<SecretString> {
    let token = match (std::env::var("DISCORD_TOKEN"), std::env::var("DISCORD_TOKEN_FILE")) {
        (Ok(token), _) => token,
        (Err(_), Ok(file)) => {
            std::fs::read_to_string(&file).with_context(|| format!("reading the token from {file}"))?
        }
        _ => bail!("there is no token: set DISCORD_TOKEN, or try `sumito sandbox`, which needs none"),
    };
    let token = token.trim().trim_start_matches("Bot ").to_owned();
    if token.is_empty() || token.contains(char::is_whitespace) {
        bail!("DISCORD_TOKEN is no token: copy it once more from the developer portal, without spaces");
    }
    Ok(token.into())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn with(text: &str) -> anyhow::Result<Config> {
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(text.as_bytes())?;
        Config::load(Some(file.path()))
    }

    #[test]
    fn the_defaults_are_complete() {
        let config = Config::load(None).expect("the defaults load");
        assert_eq!(config.settings().expect("they fit").reminder_hours, [24, 3]);
    }

    #[test]
    fn a_bad_setting_is_named() {
        for (text, name) in [
            ("[games]\nmax_opne = 3", "max_opne"),
            ("[gmaes]\nmax_open = 3", "gmaes"),
            ("[games]\nmax_open = \"many\"", "games.max_open"),
            ("[games]\nmax_open = 0", "games.max_open"),
            ("[games]\ndefault_pace = \"fast\"", "games.default_pace"),
            ("[reminders]\nhours_before = [0]", "reminders.hours_before"),
            ("[database]\nurl = \"mysql://x\"", "database.url"),
            ("[log]\nformat = \"xml\"", "log.format"),
            ("[challenges]\nexpire_after_hours = -1", "challenges.expire_after_hours"),
        ] {
            let error = format!("{:#}", with(text).expect_err(text));
            assert!(error.contains(name), "{text}: {error}");
        }
    }

    #[test]
    fn reminder_hours_are_put_in_order() {
        let config = with("[reminders]\nhours_before = [3, 48, 3]").expect("loads");
        assert_eq!(config.settings().expect("fits").reminder_hours, [48, 3]);
    }
}
