//! The loops that wake up. They are started from the program's entry, not from an event, and stop when asked to.

pub mod alarms;
pub mod digests;
pub mod heartbeat;
pub mod results;
pub mod rounds;

use crate::catch_panic::catch_panic;
use crate::store::StoreError;
use crate::store::availability::log_failure;

/// What a round of work came to; `None` when it failed, which is logged. The next round does again what is left.
async fn attempt<T>(work: &str, round: impl Future<Output = Result<T, StoreError>>) -> Option<T> {
    let done = catch_panic(round).await.unwrap_or_else(|panic| Err(StoreError::of_panic(panic)));
    done.inspect_err(|error| log_failure(work, error)).ok()
}
