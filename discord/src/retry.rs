//! Retries of requests to Discord.

use std::time::{Duration, Instant};

use backon::{ExponentialBuilder, Retryable as _};
use tracing::warn;

use crate::error::DiscordError;

#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    /// The first pause, which doubles each time.
    pub pause: Duration,
    pub at_most: Duration,
    pub until: Instant,
}

impl RetryPolicy {
    /// Asks until there is an answer or a refusal, or the time is over. Keeps the pauses that Discord asks for.
    pub async fn run<T, F>(self, what: &str, ask: impl FnMut() -> F) -> Result<T, DiscordError>
    where
        F: Future<Output = Result<T, DiscordError>>,
    {
        let pauses = ExponentialBuilder::new().with_min_delay(self.pause).with_max_delay(self.at_most);
        ask.retry(pauses.without_max_times())
            .when(is_transient)
            .adjust(|error, pause| {
                let wait = match error {
                    DiscordError::RateLimited { pause: asked, .. } => (*asked).max(self.pause),
                    _ => pause?,
                };
                (Instant::now() + wait <= self.until).then_some(wait)
            })
            .sleep(tokio::time::sleep)
            .notify(|error, _| warn!(%error, "Will retry {what}: {error}"))
            .await
    }
}

/// Whether asking again may help: unless Discord has read the request and refused it.
const fn is_transient(error: &DiscordError) -> bool {
    !matches!(error, DiscordError::Refused { status: ..500, .. })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn retry_policy(millis: u64) -> RetryPolicy {
        let until = Instant::now() + Duration::from_millis(millis);
        RetryPolicy { pause: Duration::from_millis(1), at_most: Duration::from_millis(4), until }
    }

    fn refusal(status: u16) -> DiscordError {
        DiscordError::Refused { status, code: 0, message: String::new() }
    }

    /// How often a Discord is asked that answers these failures one after the other, and then well.
    async fn count_attempts(retry_policy: RetryPolicy, failures: &[DiscordError]) -> (usize, bool) {
        let count = AtomicUsize::new(0);
        let answer = retry_policy.run("a test", || {
            let number = count.fetch_add(1, Ordering::SeqCst);
            std::future::ready(failures.get(number).cloned().map_or(Ok(()), Err))
        });
        let good = answer.await.is_ok();
        (count.load(Ordering::SeqCst), good)
    }

    #[tokio::test]
    async fn what_may_pass_is_asked_again_and_a_refusal_is_final() {
        let passing = [
            DiscordError::NoResponse("no route".to_owned()),
            refusal(502),
            DiscordError::rate_limited(Duration::from_millis(3)),
        ];
        assert_eq!(count_attempts(retry_policy(20_000), &passing).await, (4, true));
        for status in [400, 401, 404] {
            assert_eq!(count_attempts(retry_policy(20_000), &[refusal(status)]).await, (1, false), "{status}");
        }
    }

    #[tokio::test]
    async fn nothing_is_asked_again_when_the_time_is_over() {
        assert_eq!(count_attempts(retry_policy(0), &[refusal(502)]).await, (1, false));
        let long = DiscordError::rate_limited(Duration::from_mins(1));
        assert_eq!(count_attempts(retry_policy(1000), &[long]).await, (1, false), "the pause would outlast the time");
        let (count, good) =
            count_attempts(retry_policy(50), &vec![DiscordError::rate_limited(Duration::from_millis(1)); 1000]).await;
        assert!(!good && count > 3, "{count}");
    }
}
