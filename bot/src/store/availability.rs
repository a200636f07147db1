//! Whether the database answers. While it does not, everything that runs by itself fails for the same reason: the log has it once.

use std::sync::atomic::{AtomicBool, Ordering};

use tracing::{debug, error, info};

use crate::store::error::StoreError;

/// Whether the log says that the database does not answer.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Whether a change was refused since the last one that was taken.
static IS_REFUSED: AtomicBool = AtomicBool::new(false);

/// Logs what the program could not do and tries again by itself. An error after which the program ends is told by its end.
pub fn log_failure(work: &str, error: &StoreError) {
    if error.is_final() {
        return;
    }
    if !error.is_transient() {
        error!(event = "work_failed", %error, "Could not {work}: {error}");
    } else if IS_LOST.swap(true, Ordering::Relaxed) {
        debug!(%error, "Could not {work}: {error}");
    } else {
        error!(event = "database_lost", %error, "The database does not answer, and what waits for it is tried again: {error}");
    }
}

/// What became of a change. The caller logs why one failed; the log says once that the next one was taken.
pub(crate) fn note_change(problem: Option<&StoreError>) {
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
