//! The log, on standard error: one line per event, for people, for machines, or for systemd's journal.

mod fields;
mod filter;
pub(super) mod journal;

use std::io::IsTerminal as _;

use discord::gateway::CloseLog;
use tracing::warn;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::cli::log::fields::WithoutRepeatedCauses;
use crate::cli::log::journal::WithPriority;
use crate::config::LogFormat;

pub(super) use filter::problem;

/// Logs to standard error, filtered by `RUST_LOG`, or else by this level.
pub(super) fn start(format: LogFormat, level: LevelFilter) {
    let directives = std::env::var(filter::VARIABLE).unwrap_or_default();
    let chosen = filter::read(&directives);
    let mut filter = match &chosen {
        Ok(Some(filter)) => filter.clone(),
        Ok(None) | Err(_) => Targets::new().with_default(level),
    };
    if !directives.contains("sqlx") {
        // Its pool reports each connection closed by a server; we report the consequences.
        filter = filter.with_target("sqlx", LevelFilter::ERROR).with_target("sqlx_core", LevelFilter::ERROR);
    }
    if !directives.contains("twilight") {
        // It reports each rate limit that it observes.
        filter = filter.with_target("twilight_http_ratelimiting", LevelFilter::WARN);
    }
    if !directives.contains("serenity") {
        // Our watchdog reports once what it repeats about the gateway.
        filter = filter.with_target("serenity", LevelFilter::OFF);
    }
    // The bot continues even if the log cannot be written.
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
    let registry = tracing_subscriber::registry().with(CloseLog::of_program().layer());
    match (format, journal::is_stderr()) {
        (LogFormat::Text, false) => {
            let lines = lines.with_ansi(std::io::stderr().is_terminal()).fmt_fields(WithoutRepeatedCauses);
            registry.with(lines.with_filter(filter)).init();
        }
        // The journal has the time of each line, and colors its level.
        (LogFormat::Text, true) => {
            let lines = lines
                .with_ansi(false)
                .without_time()
                .with_level(false)
                .with_target(false)
                .fmt_fields(WithoutRepeatedCauses);
            registry.with(lines.map_event_format(WithPriority).with_filter(filter)).init();
        }
        (LogFormat::Json, false) => registry.with(lines.json().with_filter(filter)).init(),
        (LogFormat::Json, true) => {
            registry.with(lines.json().map_event_format(WithPriority).with_filter(filter)).init();
        }
    }
    if let Err(problem) = chosen {
        warn!(event = "log_filter_unreadable", "{problem}; the log shows what it shows without it");
    }
}
