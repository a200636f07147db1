//! Bounds new sessions: their pace, and their number in a day.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serenity::all::BotGateway;
use tokio::sync::Mutex;
use tracing::error;

use crate::error::DiscordError;
use crate::gateway::{FatalClose, backoff};
use crate::rest::Rest;
use crate::shards::wait_for_sessions;

/// `max_concurrency` sessions may begin within five seconds. Connections take different times, hence the half second.
const INTERVAL: Duration = Duration::from_millis(5500);

/// The age at which Discord's count of sessions is old: other processes begin sessions too.
const INFO_AGE: Duration = Duration::from_secs(30);

/// Every new session of this process waits here.
pub(super) struct IdentifyQueue {
    rest: Arc<Rest>,
    /// Held while a shard waits for Discord, because all others would wait for the same.
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    info: Option<(Instant, BotGateway)>,
    /// The next free instant of each bucket. Discord numbers the buckets `shard % max_concurrency`.
    slots: HashMap<u64, Instant>,
}

impl IdentifyQueue {
    pub(super) fn new(rest: Arc<Rest>) -> Self {
        Self { rest, state: Mutex::default() }
    }

    /// Waits until this shard may begin a session; gives the address to connect to.
    pub(super) async fn wait(&self, shard: u32) -> Result<String, FatalClose> {
        let mut state = self.state.lock().await;
        let (at, url) = loop {
            let info = self.info(&mut state, INFO_AGE).await?;
            match wait_for_sessions(&info.session_start_limit) {
                None => break state.begin(shard, Instant::now()),
                Some(wait) => {
                    let remaining = info.session_start_limit.remaining;
                    error!(
                        event = "sessions_used_up",
                        remaining,
                        "Discord allows only {remaining} more sessions today, so the bot does not connect: past the limit Discord \
                         resets the token. It connects in {} min; until then nobody can play. Find out what reconnects so often",
                        wait.as_secs().div_ceil(60)
                    );
                    tokio::time::sleep(wait).await;
                }
            }
        };
        drop(state);
        tokio::time::sleep_until(at.into()).await;
        Ok(url)
    }

    pub(super) async fn ask(&self) -> Result<BotGateway, FatalClose> {
        self.info(&mut *self.state.lock().await, Duration::ZERO).await
    }

    /// Discord's answer, not older than this. Discord is asked until it answers, because other shards are connected meanwhile; only a
    /// refused token is final.
    async fn info(&self, state: &mut State, age: Duration) -> Result<BotGateway, FatalClose> {
        if let Some((_, info)) = state.info.as_ref().filter(|(at, _)| at.elapsed() <= age) {
            return Ok(info.clone());
        }
        let mut failures = 0;
        loop {
            let failure = match self.rest.gateway_info().await {
                Ok(info) => {
                    state.info = Some((Instant::now(), info.clone()));
                    return Ok(info);
                }
                Err(DiscordError::Refused { status: 401, .. }) => return Err(FatalClose::Token),
                Err(failure) => failure,
            };
            if failures == 0 {
                error!(
                    event = "sessions_unknown",
                    "Discord does not say how many sessions are left, so none begins: {failure}. It is asked again until it does; \
                     connected shards stay connected"
                );
            }
            tokio::time::sleep(pause_after(&failure, failures)).await;
            failures += 1;
        }
    }
}

/// The pause after so many earlier failures, or the longer one that Discord asks for.
fn pause_after(failure: &DiscordError, failures: u32) -> Duration {
    let pause = if let DiscordError::RateLimited { pause, .. } = failure { *pause } else { Duration::ZERO };
    pause.max(backoff(1, failures, 30))
}

impl State {
    /// Counts a session of this shard; gives its begin and its address.
    fn begin(&mut self, shard: u32, now: Instant) -> (Instant, String) {
        let (_, info) = self.info.as_mut().expect("Discord has said how many may begin");
        let limit = &mut info.session_start_limit;
        limit.remaining = limit.remaining.saturating_sub(1);
        let slot = self.slots.entry(u64::from(shard) % limit.max_concurrency.max(1)).or_insert(now);
        let at = now.max(*slot);
        *slot = at + INTERVAL;
        (at, info.url.clone())
    }
}
