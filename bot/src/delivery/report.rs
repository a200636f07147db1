//! Logs store errors of work that continues with the next server or ladder.

use std::sync::LazyLock;

use base::counted_warning::CountedWarning;
use games::store::StoreError;
use games::store::json::is_first_report;
use tracing::{error, warn};

static NOT_NOW: LazyLock<CountedWarning> = LazyLock::new(CountedWarning::default);

/// Temporary errors are logged occasionally, permanent ones once. `what` is the table, and `row` its key.
///
/// # Errors
/// If the store is closed.
pub(super) fn report(what: &'static str, row: u64, result: Result<(), StoreError>) -> Result<(), StoreError> {
    let Err(cause) = result else { return Ok(()) };
    if cause.is_final() {
        return Err(cause);
    }
    if let StoreError::Database { problem, .. } = cause {
        NOT_NOW.add(move |count| {
            warn!(count = count.0, row, error = %problem, "Could not work on {what}, row {row}{count}: {problem}");
        });
    } else if is_first_report(what, row) {
        error!(row, "Could not work on {what}, row {row}: {cause}");
    }
    Ok(())
}
