//! Availability of the database. While it is down, all background work fails for the same reason, so the log says it
//! once.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use base::counted_warning::{Count, CountedWarning};
use tracing::{debug, error, info};

use crate::store::error::StoreError;

/// The log says that the database does not answer.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// A change was refused since the last successful one.
static IS_REFUSED: AtomicBool = AtomicBool::new(false);

static FAILED: LazyLock<CountedWarning> = LazyLock::new(CountedWarning::default);

static UNANSWERED: LazyLock<CountedWarning> = LazyLock::new(CountedWarning::default);

/// Logs background work that failed and is retried. Final errors are reported when the program ends.
pub fn log_failure(work: &str, error: &StoreError) {
    if error.is_final() {
        return;
    }
    if !error.is_transient() {
        let event = "work_failed";
        log_counted(&FAILED, event, work, error);
    } else if IS_LOST.swap(true, Ordering::Relaxed) {
        debug!(%error, "Could not {work}: {error}");
    } else {
        error!(event = "database_lost", %error, "The database does not answer, and what waits for it is tried again: {error}");
    }
}

pub fn log_unanswered(what: &str, error: &StoreError) {
    let event = "answer_failed";
    log_counted(&UNANSWERED, event, &format!("answer {what}"), error);
}

/// A failing database affects everybody, so such lines are counted. Each unreadable row is logged on its own.
fn log_counted(failures: &CountedWarning, event: &'static str, work: &str, error: &StoreError) {
    let (work, is_of_all) = (work.to_owned(), !matches!(error, StoreError::Corrupt { .. }));
    let error = error.clone();
    let line = move |count: Count| error!(event, count = count.0, %error, "Could not {work}{count}: {error}");
    if is_of_all { failures.add(line) } else { line(Count(1)) }
}

/// Records the outcome of a change. The caller logs failures; this logs once that changes succeed again.
pub fn note_change(problem: Option<&StoreError>) {
    match problem {
        None if IS_LOST.swap(false, Ordering::Relaxed) => {
            IS_REFUSED.store(false, Ordering::Relaxed);
            info!(event = "database_back", "The database answers again");
        }
        None if IS_REFUSED.swap(false, Ordering::Relaxed) => {
            info!(event = "database_back", "The database takes changes again");
        }
        Some(StoreError::Database { transient: false, .. }) => IS_REFUSED.store(true, Ordering::Relaxed),
        None | Some(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[tokio::test]
    async fn refused_moves_are_one_line_and_each_row_that_cannot_be_read_is_one() {
        let problem = "database or disk is full (code 13)".to_owned();
        let full = StoreError::Database { problem: problem.clone(), transient: false };
        let unreadable = StoreError::Corrupt { table: "game", row: "8f3k-2m".to_owned(), problem };
        for (error, lines) in [(full, 1), (unreadable, 300)] {
            let log = tempfile::NamedTempFile::new().expect("a file");
            let writer = Mutex::new(log.reopen().expect("a file"));
            let subscriber = tracing_subscriber::fmt().with_writer(writer).finish();
            let _default = tracing::subscriber::set_default(subscriber);
            let failures = CountedWarning::default();
            for _ in 0..300 {
                log_counted(&failures, "answer_failed", "answer move", &error);
            }
            let text = std::fs::read_to_string(log.path()).expect("text");
            assert_eq!(text.matches("Could not answer move: ").count(), lines, "{text}");
        }
    }
}
