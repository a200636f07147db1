//! Whether the database answers. While it does not, everything that runs by itself fails for the same reason: the log has it once.

use std::sync::atomic::{AtomicBool, Ordering};

use tracing::{debug, error, info};

use crate::store::error::StoreError;

/// Whether the log says that the database does not answer.
static IS_LOST: AtomicBool = AtomicBool::new(false);

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

/// The database has taken a write.
pub(crate) fn answered() {
    if IS_LOST.load(Ordering::Relaxed) && IS_LOST.swap(false, Ordering::Relaxed) {
        info!(event = "database_back", "The database answers again");
    }
}
