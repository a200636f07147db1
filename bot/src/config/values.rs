//! Deserializes settings that allow less than their type, and those written as text. A problem names the setting, where
//! it was set, and what is allowed.

use std::fmt::Display;
use std::net::SocketAddr;
use std::str::FromStr;

use axum::http::HeaderName;
use axum::http::header::{FORWARDED, HOST};
use discord::endpoint::PublicKey;
use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};
use toml::Value;

pub(super) fn within<'de, D: Deserializer<'de>, N: TryFrom<i64>, const LEAST: i64, const MOST: i64>(
    deserializer: D,
) -> Result<N, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let number = value.as_integer().filter(|number| (LEAST..=MOST).contains(number));
    number
        .and_then(|number| N::try_from(number).ok())
        .ok_or_else(|| D::Error::custom(format!("{} is no whole number from {LEAST} to {MOST}", describe(&value))))
}

/// A value as the host has written it, if it is short.
fn describe(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::String(text) => format!("\"{text}\""),
        other => format!("this {}", other.type_str()),
    }
}

pub(super) fn hours<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    Vec::deserialize(deserializer).map_err(|_| D::Error::custom("it is no list of whole hours, such as [24, 3]"))
}

pub(super) fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Parses a text with `read`; `None` if the text is empty. `problem` words the error for an invalid value.
fn optional<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl FnOnce(&str) -> Option<T>,
    problem: impl FnOnce(&str) -> String,
) -> Result<Option<T>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let text = value.as_str();
    if text == Some("") {
        return Ok(None);
    }
    text.and_then(read).map(Some).ok_or_else(|| D::Error::custom(problem(&describe(&value))))
}

pub(super) fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let problem = |text: &str| format!("{text} is no address with a port: write \"127.0.0.1:8080\", or \"[::]:8080\"");
    optional(deserializer, |text| text.parse().ok(), problem)
}

pub(super) fn header_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<HeaderName>, D::Error> {
    let problem = |text: &str| {
        format!("{text} is no header that holds an address alone: write \"X-Forwarded-For\", or what your proxy uses")
    };
    let read = |text: &str| text.parse().ok().filter(|name| *name != FORWARDED && *name != HOST);
    optional(deserializer, read, problem)
}

pub(super) fn public_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PublicKey>, D::Error> {
    let problem =
        |text: &str| format!("{text} is no public key: copy all 64 digits once more from the developer portal");
    optional(deserializer, |text| text.parse().ok(), problem)
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("setting `{key}`{}{place}: {why}", if .place.is_empty() { "" } else { " in " })]
pub struct SettingError {
    /// `games.max_open`
    pub key: String,
    /// File or environment variable; empty if it is not set.
    pub place: String,
    pub why: String,
}

impl SettingError {
    /// For a value of the right type that is still invalid.
    pub(crate) fn new(key: &str, why: impl Into<String>) -> Self {
        Self { key: key.to_owned(), place: String::new(), why: why.into() }
    }
}

/// All invalid settings, one per line.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub(crate) struct SettingErrors(pub(crate) Vec<SettingError>);
