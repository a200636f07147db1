//! The one place that asks what time it is. Everything else gets the time as an argument, or a [`Clock`].

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tracing::{info, warn};

use crate::http;
use crate::store::Timestamp;

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Now.
    fn now(&self) -> Timestamp;
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// A clock that stands still until it is moved: for tests.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Stands at this instant.
    pub fn at(now: Timestamp) -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(now.0)))
    }

    /// Moves it by so many milliseconds.
    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// The clock of the machine, shifted by what a sandbox says: its page and the tests move the time of the whole world.
#[derive(Debug, Default)]
pub struct FollowClock {
    offset_ms: AtomicI64,
}

impl FollowClock {
    /// Asks the sandbox at this base address once, and goes on asking in a task of its own; `moved` is told of each change.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn start(base: String, moved: Arc<tokio::sync::Notify>) -> reqwest::Result<Arc<Self>> {
        let http = http::client_for(&base).build()?;
        let clock = Arc::new(Self::default());
        let follower = Arc::clone(&clock);
        tokio::spawn(async move {
            info!(%base, "Following the clock of {base}");
            // `known` that can be no offset makes the first question answer at once.
            let mut known = i64::MIN;
            loop {
                match offset(&http, &base, known).await {
                    Ok(offset) => {
                        if offset != known {
                            follower.offset_ms.store(offset, Ordering::SeqCst);
                            moved.notify_waiters();
                        }
                        known = offset;
                    }
                    Err(error) => {
                        warn!(%error, "The followed clock does not answer: {error:#}");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
            }
        });
        Ok(clock)
    }
}

async fn offset(http: &reqwest::Client, base: &str, known: i64) -> anyhow::Result<i64> {
    let url = format!("{base}/sandbox/clock?known={known}");
    let answer: serde_json::Value =
        http.get(url).timeout(Duration::from_secs(40)).send().await?.error_for_status()?.json().await?;
    answer["offset_ms"].as_i64().ok_or_else(|| anyhow::anyhow!("no `offset_ms` in the answer"))
}

impl Clock for FollowClock {
    fn now(&self) -> Timestamp {
        SystemClock.now().plus(self.offset_ms.load(Ordering::SeqCst))
    }
}
