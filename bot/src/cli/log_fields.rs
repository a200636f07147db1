//! How a line of the log for people shows its fields: the cause of a failure stands in the sentence, and is not repeated behind it.

use std::fmt;

use tracing::field::{Field, Visit};
use tracing_subscriber::field::{RecordFields, VisitOutput as _};
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::{DefaultVisitor, Writer};

/// Leaves out causes that the sentence has named. A log for machines keeps them.
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
    /// It comes first.
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
        self.inner.record_str(field, value);
    }
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
    fn a_line_names_its_cause_once() {
        let text = Arc::<Mutex<Vec<u8>>>::default();
        let lines = Arc::clone(&text);
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .without_time()
            .with_target(false)
            .fmt_fields(WithoutRepeatedCauses)
            .with_writer(move || Lines(Arc::clone(&lines)));
        tracing::subscriber::with_default(subscriber.finish(), || {
            let (game, error) = (7, "the disk is full");
            tracing::warn!(game, %error, attempts = 2, "Could not save game {game}: {error}");
            tracing::warn!(%error, "Could not save");
        });
        let text = String::from_utf8(text.lock().expect("nobody panics").clone()).expect("text");
        let expected = " WARN Could not save game 7: the disk is full game=7 attempts=2\n WARN Could not save error=the disk is full\n";
        assert_eq!(text, expected);
    }
}
