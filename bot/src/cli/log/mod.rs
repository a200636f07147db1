//! The log, on standard error: one line per event, for people, for machines, or for systemd's journal.

mod fields;
pub(super) mod journal;

use std::io::IsTerminal as _;

use base::near_name::near_name;
use discord::gateway::CloseLog;
use tracing::warn;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::cli::log::fields::WithoutRepeatedCauses;
use crate::cli::log::journal::WithPriority;
use crate::config::LogFormat;

/// Logs to standard error, filtered by `RUST_LOG`, or else by this level.
pub(super) fn start(format: LogFormat, level: LevelFilter) {
    let directives = std::env::var(VARIABLE).unwrap_or_default();
    let reading = read(&directives);
    let mut filter = match &reading {
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
    if let Err(problem) = reading {
        warn!(event = "log_filter_unreadable", "{problem}; the log shows what it shows without it");
    }
}

pub(super) const VARIABLE: &str = "RUST_LOG";

const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

/// Crates that a word without a level may name.
const CRATES: [&str; 10] =
    ["sumito", "bot", "discord", "games", "clubs", "base", "render", "engine", "sandbox", "sqlx"];

/// The problem with the filter of this environment, for hosts.
pub(crate) fn problem() -> Option<String> {
    read(&std::env::var(VARIABLE).unwrap_or_default()).err()
}

/// Reads a filter; `None` if it is empty. A word that is no level would name a part of some program, and silence all
/// others.
pub(super) fn read(text: &str) -> Result<Option<Targets>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let words = text.split(',').map(str::trim).filter(|word| !word.contains(['=', ':']));
    for word in words {
        let lower = word.to_lowercase();
        let names = LEVELS.into_iter().chain(CRATES);
        if names.clone().all(|name| name != lower) {
            let suggestion = near_name(&lower, names).unwrap_or("info");
            return Err(format!(
                "{VARIABLE}: `{word}` is neither a level nor a part of the program; write `{suggestion}`, or `{word}=debug`"
            ));
        }
    }
    let read = text.parse().map(Some);
    read.map_err(|_| format!("{VARIABLE}: `{text}` is no filter; write `info`, or `sumito=debug,discord=debug`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_that_would_silence_the_log_is_refused() {
        for text in
            ["info", "WARN", "sumito=debug,bot=debug,discord=debug", "warn, games", "warn, clubs", "hyper=trace,info"]
        {
            assert!(read(text).is_ok_and(|filter| filter.is_some()), "{text}");
        }
        assert_eq!(read(" "), Ok(None));
        for (text, part) in [
            ("inof", "`inof` is neither a level nor a part of the program; write `info`, or `inof=debug`"),
            ("sumito=loud", "`sumito=loud` is no filter"),
            ("info,verbose", "`verbose` is neither"),
        ] {
            let problem = read(text).expect_err(text);
            assert!(problem.contains(part), "{problem}");
        }
    }
}
