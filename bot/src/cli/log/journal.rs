//! Log lines for systemd's journal, with a priority each: `journalctl -p warning` then shows lines that may need the
//! host.

use std::fmt;

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// The prefix of an error line, as in `sd-daemon(3)`.
pub(in crate::cli) const ERROR: &str = "<3>";

pub(super) struct WithPriority<F>(pub(super) F);

impl<S, N, F> FormatEvent<S, N> for WithPriority<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        writer.write_str(priority(*event.metadata().level()))?;
        self.0.format_event(context, writer, event)
    }
}

const fn priority(level: Level) -> &'static str {
    match level {
        Level::ERROR => ERROR,
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        Level::DEBUG | Level::TRACE => "<7>",
    }
}

/// Whether standard error goes to the journal: systemd passes the device and inode of its connection.
#[cfg(unix)]
pub(in crate::cli) fn is_stderr() -> bool {
    let journal = std::env::var("JOURNAL_STREAM").unwrap_or_default();
    let file = rustix::fs::fstat(std::io::stderr());
    file.is_ok_and(|file| journal == format!("{}:{}", file.st_dev, file.st_ino))
}

#[cfg(not(unix))]
pub(in crate::cli) fn is_stderr() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn each_line_begins_with_its_priority() {
        let log = tempfile::NamedTempFile::new().expect("a file");
        let writer = Mutex::new(log.reopen().expect("a file"));
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .without_time()
            .with_target(false)
            .map_event_format(WithPriority)
            .with_writer(writer);
        tracing::subscriber::with_default(subscriber.finish(), || {
            tracing::error!("one");
            tracing::warn!(game = 7, "two");
            tracing::info!("three");
        });
        assert_eq!(
            std::fs::read_to_string(log.path()).expect("text"),
            "<3>ERROR one\n<4> WARN two game=7\n<6> INFO three\n"
        );
    }
}
