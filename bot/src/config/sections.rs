//! The sections of the settings, as they stand in `config/default.toml`.

use std::fmt;
use std::time::Duration;

use secrecy::SecretString;
use serde::Deserialize;

use crate::discord::shards::ShardSetting;
use crate::store::DatabaseUrl;

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
    /// Of the bot; empty: none.
    pub token: SecretString,
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

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenges {
    pub expire_after_hours: u32,
    pub open_expire_after_days: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    pub default_pace: String,
    pub max_open: u32,
    pub downtime_minutes: u32,
    pub claim_after_days: u32,
    pub claim_grace_days: u32,
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
    pub interactions_per_minute: u32,
    pub lookups_per_minute: u32,
    pub challenges_per_hour: u32,
    pub challenges_to_one_per_hour: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    pub days_per_year: u32,
    pub automatic_days: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminders {
    pub hours_before: Vec<u32>,
    pub stop_after_days: u32,
}

/// Messages that wait.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outbox {
    pub retry_seconds: u32,
    pub retry_at_most_seconds: u32,
    pub attempts: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Render {
    pub cache_mib: u64,
    pub theme: String,
    pub fonts: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub format: LogFormat,
}

/// How lines of the log look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum LogFormat {
    Text,
    Json,
}

impl TryFrom<String> for LogFormat {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(format!("\"{text}\" is none of `text`, `json`")),
        }
    }
}

/// Health and metrics.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricsSettings {
    /// Address and port; empty: none.
    pub listen: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// A sandbox, or empty.
    pub follow_url: String,
}
