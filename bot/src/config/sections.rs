//! The sections of the settings, as in `config/default.toml`.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderName;
use discord::endpoint::PublicKey;
use discord::rest::Rest;
use discord::shards::ShardSetting;
use games::domain::{LONGEST_SEEK_DAYS, MOST_DAYS, TimeControl};
use games::store::{DatabaseUrl, MOST_CONNECTIONS};
use render::Theme;
use secrecy::SecretString;
use serde::Deserialize;

use crate::config::values::{address, header_name, hours, parsed, public_key, within};

const ANY: i64 = u32::MAX as i64;
const CONNECTIONS: i64 = MOST_CONNECTIONS as i64;
const SEEK_DAYS: i64 = LONGEST_SEEK_DAYS as i64;
const DAYS: i64 = MOST_DAYS as i64;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// `sqlite://path`, or `postgres://user@host/database`.
    pub url: String,
    #[serde(deserialize_with = "within::<_, _, 1, CONNECTIONS>")]
    pub connections: u32,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address may contain a password.
        let url = self.url.parse::<DatabaseUrl>().map_or_else(|problem| problem.to_string(), |url| url.to_string());
        f.debug_struct("Database").field("url", &url).field("connections", &self.connections).finish()
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// The bot's token; empty: none.
    pub token: SecretString,
    /// The application's client secret; empty: no logins by Discord, and no Activity.
    pub client_secret: SecretString,
    /// The address of a sandbox; empty: Discord's proxy.
    pub activity_url: String,
    pub api_base: String,
    pub gateway: bool,
    /// The address of the gateway; empty: Discord is asked for it.
    pub gateway_url: String,
    #[serde(deserialize_with = "public_key")]
    pub public_key: Option<PublicKey>,
    #[serde(deserialize_with = "within::<_, _, 1, 50>")]
    pub requests_per_second: u16,
    #[serde(deserialize_with = "within::<_, _, 1, 65535>")]
    pub direct_messages_per_second: u16,
    pub shards: ShardSetting,
}

impl Discord {
    /// A client of Discord's REST API, with the rates of these settings.
    pub(crate) fn rest(&self, token: &SecretString, client_secret: Option<SecretString>) -> anyhow::Result<Arc<Rest>> {
        let (requests, direct_messages) = (self.requests_per_second, self.direct_messages_per_second);
        Rest::new(&self.api_base, token, client_secret, requests, direct_messages)
    }
}

/// The address of a port, if it is served.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Port {
    #[serde(deserialize_with = "address")]
    pub listen: Option<SocketAddr>,
}

/// The server for Discord and for browsers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    #[serde(deserialize_with = "address")]
    pub listen: Option<SocketAddr>,
    /// Base address of the pages for browsers; empty: no pages.
    pub public_url: String,
    /// The header in which a proxy names the address of its client.
    #[serde(deserialize_with = "header_name")]
    pub client_address_header: Option<HeaderName>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenges {
    #[serde(deserialize_with = "within::<_, _, 1, ANY>")]
    pub expire_after_hours: u32,
    #[serde(deserialize_with = "within::<_, _, 1, SEEK_DAYS>")]
    pub open_expire_after_days: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    #[serde(deserialize_with = "parsed")]
    pub default_pace: TimeControl,
    #[serde(deserialize_with = "within::<_, _, 1, ANY>")]
    pub max_open: u32,
    #[serde(deserialize_with = "within::<_, _, 1, ANY>")]
    pub downtime_minutes: u32,
    #[serde(deserialize_with = "within::<_, _, 1, DAYS>")]
    pub claim_after_days: u32,
    #[serde(deserialize_with = "within::<_, _, 1, DAYS>")]
    pub claim_grace_days: u32,
    #[serde(deserialize_with = "within::<_, _, 1, DAYS>")]
    pub adjourn_days: u32,
    /// Shows hints in a first game.
    pub hints: bool,
}

impl Games {
    /// Outages of up to this length are not given back to the players.
    pub const fn downtime(&self) -> Duration {
        Duration::from_secs(60 * self.downtime_minutes as u64)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminders {
    #[serde(deserialize_with = "hours")]
    pub hours_before: Vec<u32>,
    #[serde(deserialize_with = "within::<_, _, 1, 3650>")]
    pub stop_after_days: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outbox {
    pub retry_seconds: u32,
    pub retry_at_most_seconds: u32,
    #[serde(deserialize_with = "within::<_, _, 1, ANY>")]
    pub attempts: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSettings {
    #[serde(deserialize_with = "within::<_, _, 1, 64>")]
    pub threads: u32,
    #[serde(deserialize_with = "within::<_, _, 1, 100_000>")]
    pub queue: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Render {
    pub cache_mib: u64,
    #[serde(deserialize_with = "parsed")]
    pub theme: Theme,
    pub fonts: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub format: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// The address of a sandbox, or empty.
    pub follow_url: String,
}
