//! Turns a panic into an error of a single task, so that the loop around it continues.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;

/// Returns the work's result, or the message of its panic. The work is then dropped, which releases what it held as
/// after any error: transactions are rolled back, permits returned.
pub async fn catch_panic<T>(work: impl Future<Output = T>) -> Result<T, String> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        format!("a panic: {}", message.unwrap_or("of unknown cause"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_message_of_a_panic_is_kept() {
        assert_eq!(catch_panic(async { 5 }).await, Ok(5));
        let result = catch_panic(async { panic!("the {} is gone", "marble") }).await;
        assert_eq!(result, Err::<(), _>("a panic: the marble is gone".to_owned()));
    }
}
