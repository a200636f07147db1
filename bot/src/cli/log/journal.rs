//! Lines for the journal of systemd, which keeps a priority with each: `journalctl -p warning` then shows what may need the host.

use std::fmt;

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// The beginning of a line that is an error, as in `sd-daemon(3)`.
pub(super) const ERROR: &str = "<3>";

/// Puts the priority in front of each line.
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

/// Whether standard error goes to the journal: systemd names the device and the file to which it has connected it.
#[cfg(unix)]
pub(super) fn is_stderr() -> bool {
    let named = std::env::var("JOURNAL_STREAM").unwrap_or_default();
    let file = rustix::fs::fstat(std::io::stderr());
    file.is_ok_and(|file| named == format!("{}:{}", file.st_dev, file.st_ino))
}

#[cfg(not(unix))]
pub(super) fn is_stderr() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody panics").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn each_line_begins_with_its_priority() {
        let text = Arc::<Mutex<Vec<u8>>>::default();
        let lines = Arc::clone(&text);
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .without_time()
            .with_target(false)
            .map_event_format(WithPriority)
            .with_writer(move || Lines(Arc::clone(&lines)));
        tracing::subscriber::with_default(subscriber.finish(), || {
            tracing::error!("one");
            tracing::warn!(game = 7, "two");
            tracing::info!("three");
        });
        let text = String::from_utf8(text.lock().expect("nobody panics").clone()).expect("text");
        assert_eq!(text, "<3>ERROR one\n<4> WARN two game=7\n<6> INFO three\n");
    }
}
