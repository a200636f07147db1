//! New sessions: how fast they may begin, and how many today.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tracing::error;

use crate::discord::gateway::gateway_info;
use crate::discord::gateway::shards::GatewayInfo;
use crate::discord::rest::Rest;

/// `max_concurrency` sessions may begin within five seconds. Some more, because connections take different times.
const INTERVAL: Duration = Duration::from_millis(5500);

/// How long Discord's count of sessions is good. Other processes begin sessions too.
const INFO_AGE: Duration = Duration::from_secs(30);

/// Every session that this process begins waits here. Discord counts those of all processes and of earlier starts.
pub(super) struct IdentifyGate {
    rest: Arc<Rest>,
    state: Mutex<State>,
}

struct State {
    info: GatewayInfo,
    asked_at: Instant,
    slots: Slots,
}

impl IdentifyGate {
    pub(super) fn new(rest: Arc<Rest>, info: GatewayInfo) -> Self {
        Self { rest, state: Mutex::new(State { info, asked_at: Instant::now(), slots: Slots::default() }) }
    }

    /// Waits until this shard may begin a session; gives the address to connect to.
    pub(super) async fn wait(&self, shard: u32) -> anyhow::Result<String> {
        let (at, url) = {
            let mut state = self.state.lock().await;
            if state.asked_at.elapsed() > INFO_AGE {
                state.refresh(&self.rest).await?;
            }
            // The other shards wait for the lock meanwhile: one line in the log is enough.
            while let Some(wait) = state.info.wait() {
                error!(
                    remaining = state.info.remaining,
                    "Discord allows only {} more sessions today, so the bot does not connect: past the limit Discord resets the token. \
                     It connects in {} min; until then nobody can play. Find out what reconnects so often",
                    state.info.remaining,
                    wait.as_secs().div_ceil(60)
                );
                tokio::time::sleep(wait).await;
                state.refresh(&self.rest).await?;
            }
            state.info.remaining = state.info.remaining.saturating_sub(1);
            let max_concurrency = state.info.max_concurrency;
            (state.slots.next(shard, max_concurrency, Instant::now()), state.info.url.clone())
        };
        tokio::time::sleep_until(at.into()).await;
        Ok(url)
    }

    /// How many shards Discord recommends now.
    pub(super) async fn recommended(&self) -> anyhow::Result<u32> {
        let mut state = self.state.lock().await;
        state.refresh(&self.rest).await?;
        Ok(state.info.shards)
    }
}

impl State {
    async fn refresh(&mut self, rest: &Rest) -> anyhow::Result<()> {
        self.info = gateway_info(rest).await?;
        self.asked_at = Instant::now();
        Ok(())
    }
}

/// When the next session of each bucket may begin. Discord numbers the buckets `shard % max_concurrency`.
#[derive(Default)]
struct Slots(HashMap<u32, Instant>);

impl Slots {
    /// Takes the next instant of this shard's bucket.
    fn next(&mut self, shard: u32, max_concurrency: u32, now: Instant) -> Instant {
        let free = self.0.entry(shard % max_concurrency.max(1)).or_insert(now);
        let at = now.max(*free);
        *free = at + INTERVAL;
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_sessions_begin_at_once_as_discord_allows() {
        let now = Instant::now();
        let begin = |max_concurrency| {
            let mut slots = Slots::default();
            (0..16).map(|shard| slots.next(shard, max_concurrency, now) - now).max()
        };
        assert_eq!(begin(1), Some(INTERVAL * 15));
        assert_eq!(begin(4), Some(INTERVAL * 3));
        assert_eq!(begin(16), Some(Duration::ZERO));
    }

    #[test]
    fn a_bucket_begins_one_session_after_the_other() {
        let (mut slots, now) = (Slots::default(), Instant::now());
        assert_eq!(slots.next(1, 16, now), now);
        assert_eq!(slots.next(17, 16, now), now + INTERVAL);
        assert_eq!(slots.next(2, 16, now), now, "another bucket");
        let later = now + Duration::from_mins(1);
        assert_eq!(slots.next(1, 16, later), later, "unused slots are lost");
    }
}
