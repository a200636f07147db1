//! Fields of log lines for people: a failure's cause is already in the sentence and not repeated after it.

use std::fmt;

use tracing::field::{Field, Visit};
use tracing_subscriber::field::{RecordFields, VisitOutput as _};
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::{DefaultVisitor, Writer};

/// Skips causes that the sentence already contains. Logs for machines keep them.
pub(super) struct WithoutRepeatedCauses;

impl<'writer> FormatFields<'writer> for WithoutRepeatedCauses {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'writer>, fields: R) -> fmt::Result {
        let mut visitor = Visitor { inner: DefaultVisitor::new(writer, true), sentence: String::new() };
        fields.record(&mut visitor);
        visitor.inner.finish()
    }
}

struct Visitor<'writer> {
    inner: DefaultVisitor<'writer>,
    /// The first field.
    sentence: String,
}

impl Visit for Visitor<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let is_repeated = match field.name() {
            "message" => {
                self.sentence = format!("{value:?}");
                false
            }
            "error" | "failure" | "cause" | "refusal" => self.sentence.contains(&format!("{value:?}")),
            _ => false,
        };
        if !is_repeated {
            self.inner.record_debug(field, value);
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        // A name for programs; people read the sentence.
        if field.name() != "event" {
            self.inner.record_str(field, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::Mutex;

    use super::*;

    /// The names of events in the sources.
    fn events_in(folder: &Path, into: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                events_in(&path, into);
            } else if !path.ends_with("log/fields.rs") {
                let source = std::fs::read_to_string(&path).expect("a source");
                let events = source.split("event = \"").skip(1).filter_map(|rest| rest.split_once('"'));
                into.extend(events.map(|(name, _)| name.to_owned()));
            }
        }
    }

    #[test]
    fn every_event_with_a_name_is_documented() {
        let mut events = BTreeSet::new();
        for sources in ["src", "../base/src", "../discord/src", "../games/src", "../clubs/src"] {
            events_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(sources), &mut events);
        }
        let page = include_str!("../../../../docs/logging.md");
        let (tables, names) = page.split_once("### WARN").expect("errors stand in a table before");
        let rows = tables.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0));
        let documented: BTreeSet<String> = rows.chain(names.split('`').skip(1).step_by(2)).map(str::to_owned).collect();
        assert_eq!(events, documented, "docs/logging.md lists what the sources name");
    }

    #[test]
    fn a_line_names_its_cause_once() {
        let log = tempfile::NamedTempFile::new().expect("a file");
        let writer = Mutex::new(log.reopen().expect("a file"));
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .without_time()
            .with_target(false)
            .fmt_fields(WithoutRepeatedCauses)
            .with_writer(writer);
        tracing::subscriber::with_default(subscriber.finish(), || {
            let (game, error) = (7, "the disk is full");
            tracing::warn!(event = "a_name", game, %error, attempts = 2, "Could not save game {game}: {error}");
            tracing::warn!(%error, "Could not save");
        });
        let expected = " WARN Could not save game 7: the disk is full game=7 attempts=2\n WARN Could not save error=the disk is full\n";
        assert_eq!(std::fs::read_to_string(log.path()).expect("text"), expected);
    }
}
