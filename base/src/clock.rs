//! The only module that reads the time. Everything else gets the time as an argument, or a [`Clock`].

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use tracing::{info, warn};

use crate::error_chain::causes;
use crate::http_client;
use crate::ids::Timestamp;

#[async_trait]
pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> Timestamp;

    /// Consults another source if the time is doubtful; `false` if it remains so.
    async fn confirm(&self) -> bool {
        true
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// A clock for tests, moved by hand.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    pub fn at(now: Timestamp) -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(now.0)))
    }

    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// Measures elapsed time, independently of changes to the clock.
pub trait Uptime: Send + Sync + 'static {
    /// Time since a fixed instant, which is constant while the process lives.
    fn now(&self) -> Duration;
}

/// The uptime of the machine, on Linux including suspension.
#[derive(Debug, Clone, Copy)]
pub struct SystemUptime {
    #[cfg_attr(target_os = "linux", expect(dead_code, reason = "the machine itself counts"))]
    since: std::time::Instant,
}

impl SystemUptime {
    pub fn start() -> Self {
        Self { since: std::time::Instant::now() }
    }
}

impl Uptime for SystemUptime {
    #[cfg(target_os = "linux")]
    fn now(&self) -> Duration {
        let up = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
        Duration::new(up.tv_sec.unsigned_abs(), up.tv_nsec as u32)
    }

    #[cfg(not(target_os = "linux"))]
    fn now(&self) -> Duration {
        self.since.elapsed()
    }
}

#[derive(Debug, Default)]
pub struct ManualUptime(AtomicI64);

impl ManualUptime {
    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Uptime for ManualUptime {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::SeqCst).unsigned_abs())
    }
}

/// The clock of the machine plus the offset of a sandbox: its page and the tests move the time of the whole world.
#[derive(Debug, Default)]
pub struct FollowClock {
    offset_ms: AtomicI64,
}

impl FollowClock {
    /// Fetches the offset of the sandbox at this base address, and follows it in a task of its own; `moved` is
    /// notified of each change. Waits for the first answer, so that the start uses the right time.
    ///
    /// # Errors
    /// If no HTTP client can be made.
    pub async fn start(base: String, moved: Arc<tokio::sync::Notify>) -> reqwest::Result<Arc<Self>> {
        let http = http_client::client_for(&base).build()?;
        let clock = Arc::new(Self::default());
        // An offset that is impossible makes the first request return at once.
        let mut last_offset = i64::MIN;
        if let Ok(offset) = offset(&http, &base, last_offset).await {
            clock.offset_ms.store(offset, Ordering::SeqCst);
            last_offset = offset;
        }
        let follower = Arc::clone(&clock);
        tokio::spawn(async move {
            info!(%base, "Following the clock of {base}");
            loop {
                match offset(&http, &base, last_offset).await {
                    Ok(offset) => {
                        if offset != last_offset {
                            follower.offset_ms.store(offset, Ordering::SeqCst);
                            moved.notify_waiters();
                        }
                        last_offset = offset;
                    }
                    Err(error) => {
                        warn!(%error, "The followed clock does not answer: {}", causes(&error));
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
