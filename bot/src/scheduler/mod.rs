//! The loop of jobs, the heartbeat of the process, and the loops of posts and watches. They start with the program and
//! stop when asked to.

pub mod heartbeat;
pub mod jobs;
pub mod rounds;

use base::catch_panic::catch_panic;
use games::store::StoreError;
use games::store::availability::log_failure;

/// Runs a round of work; `None` if it failed, which is logged. The next round repeats what is left.
async fn attempt<T>(work: &str, round: impl Future<Output = Result<T, StoreError>>) -> Option<T> {
    let result = catch_panic(round).await.unwrap_or_else(|panic| Err(StoreError::of_panic(panic)));
    result.inspect_err(|error| log_failure(work, error)).ok()
}
