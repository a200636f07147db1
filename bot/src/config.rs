//! Settings: defaults, a file, the environment, in this order.

mod environment;
mod judge;
pub mod problem;
pub mod range;
#[cfg(test)]
mod reference;

use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use ed25519_dalek::VerifyingKey;
use figment::providers::{Format as _, Toml};
use figment::{Figment, Provider as _};
use render::Theme;
use secrecy::SecretString;
use serde::Deserialize;

use crate::config::environment::Environment;
use crate::config::judge::{Judged, judge};
use crate::config::problem::{SettingError, SettingErrors};
use crate::discord::gateway::shards::ShardSetting;
use crate::domain::{Limits, TimeControl, VacationAllowance};
use crate::games::{Rates, Settings};
use crate::store::DatabaseUrl;

const DEFAULTS: &str = include_str!("../../config/default.toml");

/// All settings; `config/default.toml` says what each one means.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The database.
    pub database: Database,
    /// Discord.
    pub discord: Discord,
    /// Interactions by HTTP.
    pub http: Http,
    /// Challenges.
    pub challenges: Challenges,
    /// Games.
    pub games: Games,
    /// What one person may ask for.
    pub limits: PersonLimits,
    /// Vacations.
    pub vacation: Vacation,
    /// Reminders.
    pub reminders: Reminders,
    /// Messages that wait.
    pub outbox: Outbox,
    /// Pictures.
    pub render: Render,
    /// Logs.
    pub log: Log,
    /// Health and metrics.
    pub metrics: MetricsSettings,
    /// Time.
    pub clock: Clock,
}

/// Where games are kept.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// `sqlite://path`, or `postgres://user@host/database`.
    pub url: String,
    /// Connections to a server, at most.
    pub connections: u32,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address may hold a password.
        let database_url = self.url.parse::<DatabaseUrl>();
        f.debug_struct("Database")
            .field(
                "url",
                &database_url.map_or_else(|problem| problem.to_string(), |database_url| database_url.to_string()),
            )
            .field("connections", &self.connections)
            .finish()
    }
}

/// How to reach Discord.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// REST.
    pub api_base: String,
    /// Connect to the gateway?
    pub gateway: bool,
    /// Gateway; empty: asked for.
    pub gateway_url: String,
    /// Of the application, in hexadecimal digits; empty: none.
    pub public_key: String,
    /// Pace of our own requests.
    pub requests_per_second: u16,
    /// Pace of direct messages.
    pub direct_messages_per_second: u16,
    /// Which shards this process connects.
    pub shards: ShardSetting,
}

/// Interactions by HTTP.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    /// Address and port; empty: none.
    pub listen: String,
}

/// Challenges.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenges {
    /// Hours.
    pub expire_after_hours: u32,
    /// Days, of open challenges.
    pub open_expire_after_days: u32,
}

/// Games.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// A pace.
    pub default_pace: String,
    /// A count.
    pub max_open: u32,
    /// Minutes.
    pub downtime_minutes: u32,
    /// Days.
    pub claim_after_days: u32,
    /// Days.
    pub claim_grace_days: u32,
    /// Days.
    pub adjourn_days: u32,
    /// Whether a first game comes with hints.
    pub hints: bool,
}

impl Games {
    /// An outage of this length or shorter is not given back to the players.
    pub const fn downtime(&self) -> Duration {
        Duration::from_secs(60 * self.downtime_minutes as u64)
    }
}

/// What one person may ask for; 0 limits nothing.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonLimits {
    /// A count.
    pub interactions_per_minute: u32,
    /// A count.
    pub lookups_per_minute: u32,
    /// A count.
    pub challenges_per_hour: u32,
    /// A count.
    pub challenges_to_one_per_hour: u32,
}

/// Vacations.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    /// Days.
    pub days_per_year: u32,
    /// Days.
    pub automatic_days: u32,
}

/// Reminders.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminders {
    /// Hours, descending.
    pub hours_before: Vec<u32>,
    /// Days.
    pub stop_after_days: u32,
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
    /// Name of a theme.
    pub theme: String,
    /// A folder; may be empty.
    pub fonts: String,
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

/// Health and metrics.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricsSettings {
    /// Address and port; empty: none.
    pub listen: String,
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
        let variables = std::env::vars_os();
        let readable =
            variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        Self::load_with(file, readable)
    }

    fn load_with(file: Option<&Path>, variables: impl Iterator<Item = (String, String)>) -> anyhow::Result<Self> {
        let defaults = Figment::from(Toml::string(DEFAULTS));
        let environment = Environment::read(variables, &defaults);
        let mut chosen = Figment::new();
        if let Some(file) = file {
            std::fs::read(file).with_context(|| format!("reading the settings in {}", file.display()))?;
            let settings = Toml::file_exact(file);
            settings.data().map_err(|error| anyhow!(problem::invalid_toml(file, &error)))?;
            chosen = chosen.merge(settings);
        }
        chosen = chosen.merge(environment.clone());
        let Judged::<Self> { config, mut problems } = judge(&defaults, &chosen, &environment);
        for problem in config.problems() {
            // The value that is judged here may be a default in the place of a bad one.
            if problems.iter().all(|known| known.key != problem.key) {
                problems.push(problem.with_source(&chosen, &environment));
            }
        }
        if problems.is_empty() { Ok(config) } else { Err(SettingErrors(problems).into()) }
    }

    /// What the types of the settings do not say, each by itself and together.
    fn problems(&self) -> Vec<SettingError> {
        let mut problems: Vec<SettingError> = Vec::new();
        problems.extend(self.parsed_pace().err());
        problems.extend(self.parsed_database_url().err());
        for (key, value) in [
            ("database.connections", self.database.connections),
            ("challenges.open_expire_after_days", self.challenges.open_expire_after_days),
            ("games.max_open", self.games.max_open),
            ("games.downtime_minutes", self.games.downtime_minutes),
            ("games.claim_after_days", self.games.claim_after_days),
            ("games.claim_grace_days", self.games.claim_grace_days),
            ("games.adjourn_days", self.games.adjourn_days),
            ("discord.requests_per_second", u32::from(self.discord.requests_per_second)),
            ("discord.direct_messages_per_second", u32::from(self.discord.direct_messages_per_second)),
            ("outbox.attempts", self.outbox.attempts),
            ("reminders.stop_after_days", self.reminders.stop_after_days),
            ("vacation.days_per_year", self.vacation.days_per_year),
        ] {
            let range = range::of(key).expect("each of these has a range");
            problems.extend(range.check(value).err().map(|reason| SettingError::new(key, reason)));
        }
        if self.challenges.expire_after_hours == 0 {
            problems.push(SettingError::new("challenges.expire_after_hours", "a challenge needs at least one hour"));
        }
        let hours = &self.reminders.hours_before;
        if hours.contains(&0) {
            let why = "an hour of 0 is the deadline itself; name hours of 1 and more";
            problems.push(SettingError::new("reminders.hours_before", why));
        } else if !hours.is_sorted_by(|one, next| one > next) {
            let mut sorted = hours.clone();
            sorted.sort_unstable_by(|one, next| next.cmp(one));
            sorted.dedup();
            let why = format!("the first reminder is the earliest: write {sorted:?}");
            problems.push(SettingError::new("reminders.hours_before", why));
        }
        let Vacation { days_per_year, automatic_days } = self.vacation;
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
        problems.extend(self.parsed_theme().err());
        problems.extend(is_address("discord.api_base", &self.discord.api_base, ["http", "https"]).err());
        if !self.discord.gateway_url.is_empty() {
            problems.extend(is_address("discord.gateway_url", &self.discord.gateway_url, ["ws", "wss"]).err());
        }
        problems.extend(self.parsed_http_endpoint().err());
        problems.extend(self.parsed_metrics_listen().err());
        if !self.metrics.listen.is_empty() && self.metrics.listen == self.http.listen {
            let why = "`http.listen` has this address already: name another port";
            problems.push(SettingError::new("metrics.listen", why));
        }
        if !self.clock.follow_url.is_empty() {
            problems.extend(is_address("clock.follow_url", &self.clock.follow_url, ["http", "https"]).err());
        }
        problems
    }

    /// Where health and metrics are served; `None` when they are not.
    pub fn metrics_listen(&self) -> anyhow::Result<Option<SocketAddr>> {
        Ok(self.parsed_metrics_listen()?)
    }

    fn parsed_metrics_listen(&self) -> Result<Option<SocketAddr>, SettingError> {
        if self.metrics.listen.is_empty() {
            return Ok(None);
        }
        self.metrics.listen.parse().map(Some).map_err(|_| {
            let why = format!("\"{}\" is no address with a port: write 127.0.0.1:9464", self.metrics.listen);
            SettingError::new("metrics.listen", why)
        })
    }

    /// Where interactions come by HTTP, and the key that signs them; `None` when they do not.
    pub fn http_endpoint(&self) -> anyhow::Result<Option<(SocketAddr, VerifyingKey)>> {
        Ok(self.parsed_http_endpoint()?)
    }

    fn parsed_http_endpoint(&self) -> Result<Option<(SocketAddr, VerifyingKey)>, SettingError> {
        let public_key = match self.discord.public_key.as_str() {
            "" => None,
            text => Some(public_key(text).ok_or_else(|| {
                let why =
                    format!("\"{text}\" is no public key: copy all 64 digits once more from the developer portal");
                SettingError::new("discord.public_key", why)
            })?),
        };
        if self.http.listen.is_empty() {
            return if self.discord.gateway {
                Ok(None)
            } else {
                let why =
                    "without the gateway, interactions come by HTTP only: set `http.listen` and `discord.public_key`";
                Err(SettingError::new("discord.gateway", why))
            };
        }
        let listen = self.http.listen.parse().map_err(|_| {
            let why = format!("\"{}\" is no address with a port: write 127.0.0.1:8080, or [::]:8080", self.http.listen);
            SettingError::new("http.listen", why)
        })?;
        let public_key = public_key.ok_or_else(|| {
            let why = "`http.listen` needs it to know requests of Discord: copy it from the developer portal";
            SettingError::new("discord.public_key", why)
        })?;
        Ok(Some((listen, public_key)))
    }

    fn parsed_pace(&self) -> Result<TimeControl, SettingError> {
        self.games
            .default_pace
            .parse()
            .map_err(|error: <TimeControl as FromStr>::Err| SettingError::new("games.default_pace", error.to_string()))
    }

    /// What the use cases need.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        Ok(Settings {
            challenge_expires_hours: self.challenges.expire_after_hours,
            seek_expires_days: self.challenges.open_expire_after_days,
            reminder_hours: self.reminders.hours_before.clone(),
            default_time_control: self.parsed_pace()?,
            max_open: self.games.max_open,
            hints: self.games.hints,
            vacation: VacationAllowance {
                days_per_year: self.vacation.days_per_year,
                automatic_days: self.vacation.automatic_days,
            },
            reminded_days: self.reminders.stop_after_days,
            rates: Rates {
                interactions_per_minute: self.limits.interactions_per_minute,
                lookups_per_minute: self.limits.lookups_per_minute,
                challenges_per_hour: self.limits.challenges_per_hour,
                challenges_to_one_per_hour: self.limits.challenges_to_one_per_hour,
            },
            limits: Limits {
                silent_days: self.games.claim_after_days,
                grace_days: self.games.claim_grace_days,
                adjourned_days: self.games.adjourn_days,
                downtime_minutes: self.games.downtime_minutes,
            },
        })
    }

    /// The theme of pictures where neither person nor server has chosen one.
    pub fn theme(&self) -> anyhow::Result<Theme> {
        Ok(self.parsed_theme()?)
    }

    fn parsed_theme(&self) -> Result<Theme, SettingError> {
        let known = || Theme::ALL.map(|theme| format!("`{theme}`")).join(", ");
        let problem = |_| format!("there is no theme \"{}\"; there are {}", self.render.theme, known());
        self.render.theme.parse().map_err(problem).map_err(|problem| SettingError::new("render.theme", problem))
    }

    /// The database.
    pub fn database_url(&self) -> anyhow::Result<DatabaseUrl> {
        Ok(self.parsed_database_url()?)
    }

    fn parsed_database_url(&self) -> Result<DatabaseUrl, SettingError> {
        let database_url: Result<DatabaseUrl, _> = self.database.url.parse();
        let database_url = database_url.map_err(|error| SettingError::new("database.url", error.to_string()))?;
        if let Some(file) = database_url.missing_certificate() {
            let why = format!("there is no certificate at {}", file.display());
            return Err(SettingError::new("database.url", why));
        }
        Ok(database_url.with_connections(self.database.connections))
    }
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

/// Could Discord sign with the other half of this key? Some points of the curve accept any signature.
fn public_key(text: &str) -> Option<VerifyingKey> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak())
}

/// The bot's token, from `DISCORD_TOKEN` or the file that `DISCORD_TOKEN_FILE` names. Its `Debug` prints no secret.
pub fn token() -> anyhow::Result<SecretString> {
    let variable = |name| std::env::var(name).ok();
    token_from(variable("DISCORD_TOKEN"), variable("DISCORD_TOKEN_FILE"))
}

/// A variable that is empty is not set.
fn token_from(token: Option<String>, file: Option<String>) -> anyhow::Result<SecretString> {
    let is_set = |text: &String| !text.trim().is_empty();
    let (text, source) = match (token.filter(is_set), file.filter(is_set)) {
        (Some(token), _) => (token, "DISCORD_TOKEN".to_owned()),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(&file)
                .with_context(|| format!("reading the token from {file} (DISCORD_TOKEN_FILE)"))?;
            if text.trim().is_empty() {
                bail!("the file {file} (DISCORD_TOKEN_FILE) is empty: write the bot's token into it");
            }
            (text, format!("what the file {file} (DISCORD_TOKEN_FILE) holds"))
        }
        (None, None) => {
            bail!(
                "there is no token: set DISCORD_TOKEN or DISCORD_TOKEN_FILE, or try `sumito sandbox`, which needs none"
            )
        }
    };
    let token = text.trim().trim_start_matches("Bot ").to_owned();
    if !is_token(&token) {
        bail!("{source} is no token: copy it once more from the developer portal, without spaces");
    }
    Ok(token.into())
}

/// Could this be a token? What is not visible ASCII cannot stand in the header it goes into.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// The settings with a file of this text, and its name.
    fn with(text: &str) -> (anyhow::Result<Config>, String) {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("room for it");
        (Config::load(Some(file.path())), file.path().display().to_string())
    }

    #[test]
    fn the_defaults_are_complete() {
        let config = Config::load(None).expect("the defaults load");
        let settings = config.settings().expect("they fit");
        assert_eq!(settings.reminder_hours, [24, 3]);
        assert_eq!((settings.limits, settings.vacation), (Limits::default(), VacationAllowance::default()));
    }

    #[test]
    fn a_bad_setting_is_named_with_its_place_and_what_it_may_be() {
        for (text, sentence) in [
            (
                "[games]\nmax_opne = 3",
                "setting `games.max_opne` in FILE: there is no such setting; did you mean `games.max_open`?",
            ),
            (
                "[games]\ncolor = 3",
                "setting `games.color` in FILE: there is no such setting; `games` has `adjourn_days`, `claim_after_days`, \
                 `claim_grace_days`, `default_pace`, `downtime_minutes`, `hints`, `max_open`",
            ),
            (
                "[games]\ndays_per_year = 3",
                "setting `games.days_per_year` in FILE: there is no such setting; did you mean `vacation.days_per_year`?",
            ),
            ("[gmaes]\nmax_open = 3", "setting `gmaes` in FILE: there is no such setting; did you mean `games`?"),
            ("games = 3", "setting `games` in FILE: 3 is no section"),
            (
                "[games]\nmax_open = \"many\"",
                "setting `games.max_open` in FILE: \"many\" is no whole number from 1 to 4294967295",
            ),
            (
                "[discord]\nrequests_per_second = 70000",
                "setting `discord.requests_per_second` in FILE: 70000 is no whole number from 1 to 50",
            ),
            ("[games]\nmax_open = 0", "setting `games.max_open` in FILE: it must be at least 1"),
            ("[games]\nclaim_after_days = 0", "setting `games.claim_after_days` in FILE: 0 is not from 1 to 365 days"),
            (
                "[games]\nclaim_grace_days = 400",
                "setting `games.claim_grace_days` in FILE: 400 is not from 1 to 365 days",
            ),
            ("[games]\nadjourn_days = 0", "setting `games.adjourn_days` in FILE: 0 is not from 1 to 365 days"),
            ("[outbox]\nattempts = 0", "setting `outbox.attempts` in FILE: it must be at least 1"),
            (
                "[games]\ndefault_pace = \"fast\"",
                "setting `games.default_pace` in FILE: `fast` is not a pace: write `days:1` to `days:30`, `fischer:7d+1d/14d`, `total:15m`, or `none`",
            ),
            (
                "[reminders]\nhours_before = [0]",
                "setting `reminders.hours_before` in FILE: an hour of 0 is the deadline itself; name hours of 1 and more",
            ),
            (
                "[games]\ndefault_pace = \"days:3 weekends=off\"",
                "setting `games.default_pace` in FILE: `weekends=off` says nothing about a clock: write `weekends=pause`, \
                 `vacation=asked`, `vacation=off` or `sleep=off`",
            ),
            (
                "[games]\ndefault_pace = \"total:15m weekends=pause\"",
                "setting `games.default_pace` in FILE: the clocks of a live game always run: leave `weekends=pause` out",
            ),
            (
                "[reminders]\nhours_before = 3",
                "setting `reminders.hours_before` in FILE: 3 is no list, such as [24, 3]",
            ),
            (
                "[database]\nurl = \"mysql://x\"",
                "setting `database.url` in FILE: write `sqlite://` and a path, or `postgres://user@host/database`",
            ),
            (
                "[database]\nconnections = 0",
                "setting `database.connections` in FILE: 0 is not from 1 to 100 connections",
            ),
            (
                "[database]\nconnections = 101",
                "setting `database.connections` in FILE: 101 is not from 1 to 100 connections",
            ),
            (
                "[database]\nconnections = \"ten\"",
                "setting `database.connections` in FILE: \"ten\" is no whole number from 1 to 100",
            ),
            (
                "[reminders]\nhours_before = [24, -3]",
                "setting `reminders.hours_before` in FILE: -3 is no whole number from 1 to 4294967295",
            ),
            (
                "[vacation]\ndays_per_year = -1",
                "setting `vacation.days_per_year` in FILE: -1 is no whole number from 0 to 366",
            ),
            (
                "[vacation]\ndays_per_year = 367",
                "setting `vacation.days_per_year` in FILE: 367 is not from 0 to 366 days",
            ),
            (
                "[vacation]\ndays_per_year = 2\nautomatic_days = 3",
                "setting `vacation.automatic_days` in FILE: 3 days are more than the 2 of `vacation.days_per_year`",
            ),
            (
                "[discord]\nrequests_per_second = 51",
                "setting `discord.requests_per_second` in FILE: 51 is not from 1 to 50 requests",
            ),
            (
                "[reminders]\nhours_before = [3, 48, 3]",
                "setting `reminders.hours_before` in FILE: the first reminder is the earliest: write [48, 3]",
            ),
            (
                "[outbox]\nretry_seconds = 700",
                "setting `outbox.retry_seconds` in FILE: 700 is more than the 600 of `outbox.retry_at_most_seconds`",
            ),
            (
                "[metrics]\nlisten = \"9464\"",
                "setting `metrics.listen` in FILE: \"9464\" is no address with a port: write 127.0.0.1:9464",
            ),
            (
                "[database]\nurl = \"postgres://u@db.example/games?sslmod=require\"",
                "setting `database.url` in FILE: there is no parameter `sslmod`; did you mean `sslmode`?",
            ),
            (
                "[database]\nurl = \"postgres://u@db.example/games?sslrootcert=/nowhere/ca.pem\"",
                "setting `database.url` in FILE: there is no certificate at /nowhere/ca.pem",
            ),
            (
                "[database]\nurl = \"sqlite://games.db?mode=ro\"",
                "setting `database.url` in FILE: an address of SQLite has no parameters; leave `?mode=ro` out",
            ),
            ("[database]\nurl = 7", "setting `database.url` in FILE: 7 is no text in quotes, such as \"text\""),
            (
                "[render]\ntheme = \"glass\"",
                "setting `render.theme` in FILE: there is no theme \"glass\"; there are THEMES",
            ),
            ("[log]\nformat = \"xml\"", "setting `log.format` in FILE: \"xml\" is none of `text`, `json`"),
            (
                "[challenges]\nexpire_after_hours = -1",
                "setting `challenges.expire_after_hours` in FILE: -1 is no whole number from 1 to 4294967295",
            ),
            (
                "[discord]\napi_base = \"discord.com\"",
                "setting `discord.api_base` in FILE: \"discord.com\" is no address that begins with http:// or https://",
            ),
            (
                "[discord]\ngateway_url = \"http://x\"",
                "setting `discord.gateway_url` in FILE: \"http://x\" is no address that begins with ws:// or wss://",
            ),
            (
                "[discord]\ngateway = false",
                "setting `discord.gateway` in FILE: without the gateway, interactions come by HTTP only: set `http.listen` and \
                 `discord.public_key`",
            ),
            ("[discord]\ngateway = \"no\"", "setting `discord.gateway` in FILE: \"no\" is none of `true`, `false`"),
            (
                "[http]\nlisten = \"8080\"",
                "setting `http.listen` in FILE: \"8080\" is no address with a port: write 127.0.0.1:8080, or [::]:8080",
            ),
            (
                "[discord]\npublic_key = \"12ab\"",
                "setting `discord.public_key` in FILE: \"12ab\" is no public key: copy all 64 digits once more from the \
                 developer portal",
            ),
            ("[games]\nmax_open = = 3", "FILE is no TOML file: line 2, column 12: invalid string, expected `\"`, `'`"),
        ] {
            let (error, file) = with(text);
            let error = format!("{:#}", error.expect_err(text)).replace(&file, "FILE");
            let themes = Theme::ALL.map(|theme| format!("`{theme}`")).join(", ");
            assert_eq!(error, sentence.replace("THEMES", &themes), "{text}");
        }
        let nowhere = Config::load(Some(Path::new("/nowhere/sumito.toml"))).expect_err("there is no such file");
        let sentence = "reading the settings in /nowhere/sumito.toml: No such file or directory (os error 2)";
        assert_eq!(format!("{nowhere:#}"), sentence);
    }

    #[test]
    fn interactions_by_http_need_an_address_and_a_key() {
        // Of RFC 8032, section 7.1, test 1.
        let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        let with_key =
            |key: &str| with(&format!("[http]\nlisten = \"127.0.0.1:8080\"\n[discord]\npublic_key = \"{key}\"")).0;
        let (listen, _) = with_key(key).expect("loads").http_endpoint().expect("fits").expect("both are set");
        assert_eq!(listen, ([127, 0, 0, 1], 8080).into());
        let missing = with_key("").expect_err("no key").to_string();
        assert!(missing.starts_with("setting `discord.public_key`"), "{missing}");
        let (odd, letter, weak) = (&key[1..], key.replace('d', "g"), "0".repeat(64));
        // Not every number is a point of the curve.
        let no_point = "02".to_owned() + &"0".repeat(62);
        for bad in [odd, &letter, &weak, &no_point, &format!("{key}00"), "é"] {
            let error = with_key(bad).expect_err(bad).to_string();
            assert!(error.contains("is no public key"), "{bad}: {error}");
        }
        assert!(Config::load(None).expect("the defaults load").http_endpoint().expect("they fit").is_none());
    }

    /// What is wrong with these environment variables.
    fn refused(variables: &[(&str, &str)]) -> String {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::load_with(None, variables).expect_err("a bad setting").to_string()
    }

    #[test]
    fn a_bad_environment_variable_is_named_with_its_kind_and_an_example() {
        for (name, value, sentence) in [
            (
                "SUMITO__HTTP__LISTEN",
                "8080",
                "setting `http.listen` in SUMITO__HTTP__LISTEN: \"8080\" is no address with a port: write 127.0.0.1:8080, or [::]:8080",
            ),
            (
                "SUMITO__REMINDERS__HOURS_BEFORE",
                "24,3",
                "setting `reminders.hours_before` in SUMITO__REMINDERS__HOURS_BEFORE: \"24,3\" is no list, such as [24, 3]",
            ),
            (
                "SUMITO__GAMES__MAX_OPEN",
                "many",
                "setting `games.max_open` in SUMITO__GAMES__MAX_OPEN: \"many\" is no whole number from 1 to 4294967295",
            ),
            (
                "SUMITO__FOO__BAR",
                "1",
                "setting `foo` in SUMITO__FOO__BAR: there is no such setting; there are `challenges`, `clock`, `database`, \
                 `discord`, `games`, `http`, `limits`, `log`, `metrics`, `outbox`, `reminders`, `render`, `vacation`",
            ),
            (
                "SUMITO_GAMES_MAX_OPEN",
                "3",
                "setting `games.max_open` in SUMITO_GAMES_MAX_OPEN: it changes nothing, because two underscores stand between the parts \
                 of a name; did you mean SUMITO__GAMES__MAX_OPEN?",
            ),
            (
                "SUMITO__GAMES_MAX_OPEN",
                "3",
                "setting `games_max_open` in SUMITO__GAMES_MAX_OPEN: there is no such setting; did you mean SUMITO__GAMES__MAX_OPEN?",
            ),
            ("sumito__games", "3", "setting `games` in sumito__games: 3 is no section"),
        ] {
            assert_eq!(refused(&[(name, value)]), sentence);
        }
    }

    #[test]
    fn a_text_needs_no_quotes_in_an_environment_variable() {
        let load = |name: &str, value: &str| {
            Config::load_with(None, [(name.to_owned(), value.to_owned())].into_iter()).expect("a good setting")
        };
        for url in ["sqlite://4", "\"sqlite://4\"", "'sqlite://4'"] {
            assert_eq!(load("SUMITO__DATABASE__URL", url).database.url, "sqlite://4");
        }
        assert_eq!(
            load("SUMITO__DISCORD__SHARDS", "0/1").discord.shards,
            ShardSetting::Range { first: 0, last: 0, total: 1 }
        );
        assert_eq!(load("SUMITO__REMINDERS__HOURS_BEFORE", "[7]").reminders.hours_before, [7]);
        assert_eq!(load("SUMITO__GAMES__MAX_OPEN", "7").games.max_open, 7);
        assert!(!load("SUMITO__DISCORD__GATEWAY_URL", "").discord.gateway_url.contains('"'));
        // Digits that a number has no room for.
        let digits = "0123456789".repeat(7);
        assert!(refused(&[("SUMITO__DISCORD__PUBLIC_KEY", &digits)]).contains("is no public key"));
    }

    #[test]
    fn a_bad_token_is_named_with_its_source() {
        let folder = tempfile::tempdir().expect("room for it");
        let file = folder.path().join("token").display().to_string();
        let refused = |token: Option<&str>, file: Option<&str>| {
            let refused = token_from(token.map(str::to_owned), file.map(str::to_owned)).err();
            refused.map(|error| format!("{error:#}")).unwrap_or_default()
        };
        assert!(refused(Some(""), Some("")).starts_with("there is no token: set DISCORD_TOKEN or DISCORD_TOKEN_FILE"));
        let missing = refused(None, Some(&file));
        assert!(missing.starts_with(&format!("reading the token from {file} (DISCORD_TOKEN_FILE): ")), "{missing}");
        std::fs::write(&file, "\n").expect("room for it");
        assert!(refused(Some(""), Some(&file)).starts_with(&format!("the file {file} (DISCORD_TOKEN_FILE) is empty")));
        std::fs::write(&file, "two words").expect("room for it");
        assert!(
            refused(None, Some(&file)).starts_with(&format!("what the file {file} (DISCORD_TOKEN_FILE) holds is no"))
        );
        assert!(refused(Some("a b"), Some(&file)).starts_with("DISCORD_TOKEN is no token"));
        std::fs::write(&file, "Bot abc.def\n").expect("room for it");
        assert_eq!(refused(None, Some(&file)), "");
    }

    #[test]
    fn a_token_is_visible_ascii() {
        assert!(is_token("MTAw.abc-DEF_123"));
        for text in ["", "two words", "bell\u{7}", "nul\0", "é"] {
            assert!(!is_token(text), "{text:?}");
        }
    }

    #[test]
    fn all_mistakes_are_named_at_once() {
        let text = "[games]\nmax_opne = 3\nmax_open = \"many\"\n[discord]\nrequests_per_second = 90\n\
                    [reminders]\nhours_before = [3, 24]\n[vacation]\nautomatic_days = 40\n[gmaes]\nx = 1";
        let (error, file) = with(text);
        let error = error.expect_err("six mistakes").to_string().replace(&file, "FILE");
        let keys: Vec<_> = error.lines().filter_map(|line| line.split('`').nth(1)).collect();
        let mut expected = [
            "games.max_opne",
            "games.max_open",
            "gmaes",
            "discord.requests_per_second",
            "reminders.hours_before",
            "vacation.automatic_days",
        ];
        expected.sort_unstable();
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, expected, "{error}");
    }

    #[test]
    fn variables_of_others_are_left_alone() {
        let variables = [("SUMITO_TEST_DATABASE", "postgres"), ("SUMITO_CRASH_AT", "x:1"), ("SUMITO", "1")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Config::load_with(None, variables.into_iter()).expect("none of them is a setting");
    }

    #[test]
    fn a_server_without_vacation_needs_no_other_setting() {
        with("[vacation]\ndays_per_year = 0").0.expect("automatic vacations end with the others");
    }
}
