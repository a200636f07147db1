//! The log, on standard error: a line for each event, for people, for machines, or for the journal of systemd.

mod fields;
pub(super) mod journal;

use std::io::IsTerminal as _;

use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::cli::log::fields::WithoutRepeatedCauses;
use crate::cli::log::journal::WithPriority;
use crate::config::LogFormat;
use crate::discord::gateway::CloseLog;

/// Logs to standard error: what `RUST_LOG` asks for, or else this level.
pub(super) fn start(format: LogFormat, level: &str) {
    let wanted = std::env::var("RUST_LOG").unwrap_or_default();
    let read = |text: &str| text.parse::<Targets>().ok().filter(|_| !text.is_empty());
    let mut filter = read(&wanted).or_else(|| read(level)).unwrap_or_default();
    if !wanted.contains("sqlx") {
        // Its pool reports each connection that a server has closed; we report what follows from it.
        filter = filter.with_target("sqlx", LevelFilter::ERROR).with_target("sqlx_core", LevelFilter::ERROR);
    }
    if !wanted.contains("twilight") {
        // It reports each limit that it keeps.
        filter = filter.with_target("twilight_http_ratelimiting", LevelFilter::WARN);
    }
    if !wanted.contains("serenity") {
        // Our watchdog reports once what it says of the gateway again and again.
        filter = filter.with_target("serenity", LevelFilter::OFF);
    }
    // Where a log cannot be written, the bot plays on.
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
    let registry = tracing_subscriber::registry().with(CloseLog::of_program().layer());
    match (format, journal::is_stderr()) {
        (LogFormat::Text, false) => {
            let lines = lines.with_ansi(std::io::stderr().is_terminal()).fmt_fields(WithoutRepeatedCauses);
            registry.with(lines.with_filter(filter)).init();
        }
        // The journal has the time of each line, and shows its level in colors.
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
}
