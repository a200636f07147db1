//! Logs what the store refused to work that goes on with the next server or ladder.

use std::sync::LazyLock;

use tracing::{error, warn};

use crate::counted_warning::CountedWarning;
use crate::store::StoreError;
use crate::store::json::is_first_report;

static NOT_NOW: LazyLock<CountedWarning> = LazyLock::new(CountedWarning::default);

/// What passes now and then, what stays once. `what` is the table, and `row` its key.
pub(super) fn report(what: &'static str, row: u64, cause: &StoreError) {
    if let StoreError::Database { problem, .. } = cause {
        let problem = problem.clone();
        NOT_NOW.add(move |count| {
            warn!(count = count.0, row, error = %problem, "Could not work on {what}, row {row}{count}: {problem}");
        });
    } else if is_first_report(what, row) {
        error!(row, "Could not work on {what}, row {row}: {cause}");
    }
}
