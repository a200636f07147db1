//! Settings: defaults, a file, the environment, in this order.

mod layers;
mod secrets;
mod sections;
pub(crate) mod values;

use std::net::SocketAddr;
use std::path::Path;

use anyhow::bail;
use discord::endpoint::PublicKey;
use games::domain::{Limits, VacationAllowance};
use games::store::DatabaseUrl;
use games::{Rates, Settings};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;

use crate::config::layers::Layers;
use crate::config::values::{SettingError, SettingErrors};

pub use secrets::Secrets;
pub use sections::{
    Challenges, Clock, Database, Discord, EngineSettings, Games, Http, Log, LogFormat, Outbox, Port, Reminders, Render,
};

const DEFAULTS: &str = include_str!("../../../config/default.toml");

/// All settings; `config/default.toml` explains each one.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub database: Database,
    pub discord: Discord,
    pub http: Http,
    pub challenges: Challenges,
    pub games: Games,
    pub limits: Rates,
    pub vacation: VacationAllowance,
    pub reminders: Reminders,
    pub outbox: Outbox,
    pub engine: EngineSettings,
    pub render: Render,
    pub log: Log,
    pub metrics: Port,
    pub clock: Clock,
}

#[derive(Debug, Clone)]
pub struct ActivitySandbox {
    /// The proxy through which a frame reaches our pages.
    pub proxy_origin: String,
    /// The page with the frame.
    pub page_origin: String,
}

impl Config {
    /// Reads the settings: the defaults, then this file, then the environment.
    ///
    /// # Errors
    /// One line for each unknown key and each invalid value.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut variables = Vec::new();
        for (name, value) in std::env::vars_os() {
            match (name.into_string(), value.into_string()) {
                (Ok(name), Ok(value)) => variables.push((name, value)),
                (Ok(name), Err(_)) if name.starts_with(layers::NAME) => {
                    bail!("the variable {name} is no text in UTF-8")
                }
                _ => {}
            }
        }
        Self::load_with(file, variables.into_iter())
    }

    /// Reads the settings of another bot: the defaults, then this file. The environment belongs to this bot.
    pub fn load_file(file: &Path) -> anyhow::Result<Self> {
        Self::load_with(Some(file), std::iter::empty())
    }

    fn load_with(file: Option<&Path>, variables: impl Iterator<Item = (String, String)>) -> anyhow::Result<Self> {
        let mut layers = Layers::new(DEFAULTS);
        if let Some(file) = file {
            layers.read_file(file)?;
        }
        layers.read_variables(variables);
        let config: Self = layers.judge();
        for problem in config.problems() {
            layers.add(problem);
        }
        if layers.problems.is_empty() { Ok(config) } else { Err(SettingErrors(layers.problems).into()) }
    }

    /// Problems that the types of the settings do not exclude, for single settings and for combinations.
    fn problems(&self) -> Vec<SettingError> {
        let mut problems: Vec<SettingError> = Vec::new();
        problems.extend(self.database_url().err());
        let hours = &self.reminders.hours_before;
        if hours.contains(&0) {
            let why = "an hour of 0 is the deadline itself; name hours of 1 and more";
            problems.push(SettingError::new("reminders.hours_before", why));
        } else if let Some(twice) =
            hours.iter().enumerate().find_map(|(at, hour)| hours[..at].contains(hour).then_some(hour))
        {
            let why = format!("{twice} stands there twice; one reminder at that hour is all there is");
            problems.push(SettingError::new("reminders.hours_before", why));
        } else if !hours.is_sorted_by(|one, next| one > next) {
            let mut sorted = hours.clone();
            sorted.sort_unstable_by(|one, next| next.cmp(one));
            let why = format!("the first reminder is the earliest: write {sorted:?}");
            problems.push(SettingError::new("reminders.hours_before", why));
        }
        let VacationAllowance { days_per_year, automatic_days } = self.vacation;
        if days_per_year > 366 {
            let why = format!("{days_per_year} is no whole number from 0 to 366");
            problems.push(SettingError::new("vacation.days_per_year", why));
        }
        if days_per_year > 0 && automatic_days > days_per_year {
            let why = format!("{automatic_days} days are more than the {days_per_year} of `vacation.days_per_year`");
            problems.push(SettingError::new("vacation.automatic_days", why));
        }
        let Outbox { retry_seconds, retry_at_most_seconds, .. } = self.outbox;
        if retry_seconds > retry_at_most_seconds {
            let why =
                format!("{retry_seconds} is more than the {retry_at_most_seconds} of `outbox.retry_at_most_seconds`");
            problems.push(SettingError::new("outbox.retry_seconds", why));
        }
        problems.extend(is_address("discord.api_base", &self.discord.api_base, ["http", "https"]).err());
        if !self.discord.activity_url.is_empty() {
            problems.extend(is_address("discord.activity_url", &self.discord.activity_url, ["http", "https"]).err());
        }
        if !self.discord.gateway_url.is_empty() {
            problems.extend(is_address("discord.gateway_url", &self.discord.gateway_url, ["ws", "wss"]).err());
        }
        problems.extend(self.http_endpoint().err());
        problems.extend(self.public_url().err());
        if self.http.client_address_header.is_some() && self.http.public_url.is_empty() {
            let why = "only pages have readers to limit: set `http.public_url`, or leave it empty";
            problems.push(SettingError::new("http.client_address_header", why));
        }
        if self.metrics.listen.is_some() && self.metrics.listen == self.http.listen {
            let why = "`http.listen` has this address already: name another port";
            problems.push(SettingError::new("metrics.listen", why));
        }
        if !self.clock.follow_url.is_empty() {
            problems.extend(is_address("clock.follow_url", &self.clock.follow_url, ["http", "https"]).err());
        }
        problems
    }

    /// The host's secrets; variables win over settings.
    ///
    /// # Errors
    /// If there is no token, or if a secret is invalid or useless.
    pub fn secrets(&self) -> anyhow::Result<Secrets> {
        let client_secret = secrets::client_secret(self.discord.client_secret.expose_secret())?;
        if client_secret.is_some() && self.http.public_url.is_empty() {
            bail!(
                "a client secret signs people in on pages, and there are none: set `http.public_url`, or remove the secret"
            );
        }
        Ok(Secrets { token: self.token()?, client_secret })
    }

    /// The bot's token; the variables `DISCORD_TOKEN` and `DISCORD_TOKEN_FILE` win over the setting.
    pub fn token(&self) -> anyhow::Result<SecretString> {
        secrets::token(self.discord.token.expose_secret())
    }

    /// Checks that this settings file keeps its secrets.
    ///
    /// # Errors
    /// If it has a secret that other users of this machine may read.
    pub fn check_closed(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let has_password = reqwest::Url::parse(&self.database.url).is_ok_and(|url| url.password().is_some());
        let secrets = [&self.discord.token, &self.discord.client_secret];
        let has_secret = secrets.iter().any(|secret| !secret.expose_secret().is_empty());
        #[cfg(unix)]
        if let Some(file) = file
            && (has_password || has_secret)
            && std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(file)?.permissions()) & 0o004 != 0
        {
            let file = file.display();
            bail!("{file} has a secret, and every user of this machine may read it: `sudo chmod o= {file}`");
        }
        Ok(())
    }

    /// The problem with a folder of fonts that the host has chosen. The default one may be missing.
    pub fn fonts_problem(&self) -> Option<String> {
        let fonts = &self.render.fonts;
        let is_default = || DEFAULTS.contains(&format!("\nfonts = \"{fonts}\"\n"));
        let is_fine = fonts.is_empty() || Path::new(fonts).is_dir() || is_default();
        (!is_fine).then(|| {
            format!("`render.fonts`: there is no folder {fonts}, so names in rare scripts stand in Latin letters")
        })
    }

    /// The address for interactions by HTTP, and the key that signs them; `None` if they do not come by HTTP.
    pub fn http_endpoint(&self) -> Result<Option<(SocketAddr, PublicKey)>, SettingError> {
        match (self.http.listen, self.discord.public_key) {
            (Some(listen), Some(public_key)) => Ok(Some((listen, public_key))),
            (Some(_), None) if self.discord.gateway && !self.http.public_url.is_empty() => Ok(None),
            (Some(_), None) => {
                let why = if self.discord.gateway {
                    "nothing is served there: set `http.public_url` for pages, or `discord.public_key` for interactions"
                } else {
                    "interactions are not read without their key: set `discord.public_key`, from the developer portal"
                };
                Err(SettingError::new("http.listen", why))
            }
            (None, _) if self.discord.gateway => Ok(None),
            (None, _) => {
                let why =
                    "without the gateway, interactions come by HTTP only: set `http.listen` and `discord.public_key`";
                Err(SettingError::new("discord.gateway", why))
            }
        }
    }

    /// The base address of the pages, without a trailing slash; `None` if there are no pages.
    pub fn public_url(&self) -> Result<Option<String>, SettingError> {
        let refuse = |why: String| Err(SettingError::new("http.public_url", why));
        let text = self.http.public_url.as_str();
        if text.is_empty() {
            return Ok(None);
        }
        is_address("http.public_url", text, ["http", "https"])?;
        let Ok(url) = reqwest::Url::parse(text) else { return Ok(None) };
        let is_own_machine = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if url.scheme() == "http" && !is_own_machine {
            return refuse(format!("\"{text}\" would send what proves who plays in the clear: write https://"));
        }
        let has_more = url.query().is_some() || url.fragment().is_some() || !url.username().is_empty();
        if url.path() != "/" || has_more {
            return refuse(format!("\"{text}\" is more than a scheme, a host and a port: write {}", origin(&url)));
        }
        if self.http.listen.is_none() {
            return refuse("pages need an address to be served at: set `http.listen`".to_owned());
        }
        Ok(Some(origin(&url)))
    }

    /// The sandbox that shows the Activity; `None` for Discord.
    pub fn activity_sandbox(&self) -> Option<ActivitySandbox> {
        let origin_of = |text: &str| reqwest::Url::parse(text).map(|url| origin(&url)).ok();
        let (proxy_origin, page_origin) = (origin_of(&self.discord.activity_url)?, origin_of(&self.discord.api_base)?);
        Some(ActivitySandbox { proxy_origin, page_origin })
    }

    pub fn settings(&self) -> Settings {
        Settings {
            public_url: self.public_url().ok().flatten().map(Into::into),
            has_activity: false,
            challenge_expires_hours: self.challenges.expire_after_hours,
            seek_expires_days: self.challenges.open_expire_after_days,
            reminder_hours: self.reminders.hours_before.clone(),
            default_time_control: self.games.default_pace,
            max_open: self.games.max_open,
            hints: self.games.hints,
            vacation: self.vacation,
            reminded_days: self.reminders.stop_after_days,
            // A correction takes one or two requests in sequence. This leaves three quarters of the requests to the
            // boards of running games, and their clean-ups do not queue up behind corrections.
            corrections_per_second: (self.discord.requests_per_second / 8).max(1),
            rates: self.limits,
            limits: Limits {
                silent_days: self.games.claim_after_days,
                grace_days: self.games.claim_grace_days,
                adjourned_days: self.games.adjourn_days,
                downtime_minutes: self.games.downtime_minutes,
            },
        }
    }

    /// The database named in the settings; links are not resolved yet.
    pub fn database_url(&self) -> Result<DatabaseUrl, SettingError> {
        let database_url: Result<DatabaseUrl, _> = self.database.url.parse();
        let database_url = database_url.map_err(|error| SettingError::new("database.url", error.to_string()))?;
        if let Some(file) = database_url.missing_certificate() {
            let why = format!("there is no certificate at {}", file.display());
            return Err(SettingError::new("database.url", why));
        }
        Ok(database_url.with_connections(self.database.connections))
    }
}

fn origin(url: &reqwest::Url) -> String {
    url.origin().ascii_serialization()
}

fn is_address(key: &str, text: &str, schemes: [&str; 2]) -> Result<(), SettingError> {
    let [plain, encrypted] = schemes;
    match reqwest::Url::parse(text) {
        Ok(url) if schemes.contains(&url.scheme()) && url.has_host() => Ok(()),
        _ => Err(SettingError::new(
            key,
            format!("\"{text}\" is no address that begins with {plain}:// or {encrypted}://"),
        )),
    }
}

#[cfg(test)]
mod tests;
