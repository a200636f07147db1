//! Bounds new sessions: their pace, and their number in a day.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serenity::all::BotGateway;
use tokio::sync::{Mutex, MutexGuard};
use tracing::error;

use crate::error::DiscordError;
use crate::gateway::FatalClose;
use crate::rest::Rest;
use crate::shards::wait_for_sessions;

/// `max_concurrency` sessions may begin within five seconds. Connections take different times, hence the half second.
const INTERVAL: Duration = Duration::from_millis(5500);

/// The age at which Discord's count of sessions is old: other processes begin sessions too.
const INFO_AGE: Duration = Duration::from_secs(30);

/// The longest pause before Discord is asked again. The first one is a second.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Every new session of this process waits here.
pub(super) struct IdentifyGate {
    rest: Arc<Rest>,
    /// Held across no sleep.
    state: Mutex<State>,
}

struct State {
    /// Discord's answer and its time.
    info: Option<(Instant, BotGateway)>,
    /// Questions in a row without an answer.
    failures: u32,
    ask_again_at: Instant,
    /// The instant at which Discord allows more sessions, once they are used up.
    more_at: Option<Instant>,
    /// The next free instant of each bucket. Discord numbers the buckets `shard % max_concurrency`.
    slots: HashMap<u64, Instant>,
}

impl IdentifyGate {
    pub(super) fn new(rest: Arc<Rest>) -> Self {
        Self { rest, state: Mutex::new(State::new(Instant::now())) }
    }

    /// Waits until this shard may begin a session; gives the address to connect to.
    pub(super) async fn wait(&self, shard: u32) -> Result<String, FatalClose> {
        let (at, url) = loop {
            let mut state = self.ask_unless_younger_than(INFO_AGE).await?;
            match state.begin(shard, Instant::now()) {
                Ok(begun) => break begun,
                Err(more_at) => {
                    drop(state);
                    tokio::time::sleep_until(more_at.into()).await;
                }
            }
        };
        tokio::time::sleep_until(at.into()).await;
        Ok(url)
    }

    pub(super) async fn ask(&self) -> Result<BotGateway, FatalClose> {
        let state = self.ask_unless_younger_than(Duration::ZERO).await?;
        let (_, info) = state.info.as_ref().expect("Discord has just said it");
        Ok(info.clone())
    }

    /// The state with an answer that is not older than this. Discord is asked until it answers, because other shards are connected
    /// meanwhile; only a refused token is final.
    async fn ask_unless_younger_than(&self, age: Duration) -> Result<MutexGuard<'_, State>, FatalClose> {
        loop {
            let mut state = self.state.lock().await;
            if state.info.as_ref().is_some_and(|(at, _)| at.elapsed() <= age) {
                return Ok(state);
            }
            if state.ask_again_at <= Instant::now() {
                let answer = self.rest.gateway_info().await;
                if state.take_answer(answer, Instant::now())? {
                    return Ok(state);
                }
            }
            let ask_again_at = state.ask_again_at;
            drop(state);
            tokio::time::sleep_until(ask_again_at.into()).await;
        }
    }
}

impl State {
    fn new(now: Instant) -> Self {
        Self { info: None, failures: 0, ask_again_at: now, more_at: None, slots: HashMap::new() }
    }

    /// Takes Discord's answer; `false` for a failure, the first of which is logged.
    fn take_answer(&mut self, answer: Result<BotGateway, DiscordError>, now: Instant) -> Result<bool, FatalClose> {
        let failure = match answer {
            Ok(info) => {
                (self.info, self.failures) = (Some((now, info)), 0);
                return Ok(true);
            }
            Err(DiscordError::Refused { status: 401, .. }) => return Err(FatalClose::Token),
            Err(failure) => failure,
        };
        if self.failures == 0 {
            error!(
                event = "sessions_unknown",
                "Discord does not say how many sessions are left, so none begins: {failure}. It is asked again until it does; \
                 connected shards stay connected"
            );
        }
        let pause = (Duration::from_secs(1) * 2_u32.pow(self.failures.min(10))).min(LONGEST_PAUSE);
        self.failures = self.failures.saturating_add(1);
        self.ask_again_at = now
            + match failure {
                DiscordError::RateLimited { pause: asked, .. } => asked.max(pause),
                _ => pause,
            };
        Ok(false)
    }

    /// Counts a session of this shard; gives its begin and its address, or else the instant at which Discord allows more.
    fn begin(&mut self, shard: u32, now: Instant) -> Result<(Instant, String), Instant> {
        let (_, info) = self.info.as_mut().expect("Discord has said how many may begin");
        let limit = &mut info.session_start_limit;
        if let Some(wait) = wait_for_sessions(limit) {
            // One line in the log is enough for all shards.
            if let Some(more_at) = self.more_at.filter(|more_at| *more_at > now) {
                return Err(more_at);
            }
            error!(
                event = "sessions_used_up",
                remaining = limit.remaining,
                "Discord allows only {} more sessions today, so the bot does not connect: past the limit Discord resets the token. \
                 It connects in {} min; until then nobody can play. Find out what reconnects so often",
                limit.remaining,
                wait.as_secs().div_ceil(60)
            );
            self.more_at = Some(now + wait);
            return Err(now + wait);
        }
        limit.remaining -= 1;
        let slot = self.slots.entry(u64::from(shard) % limit.max_concurrency.max(1)).or_insert(now);
        let at = now.max(*slot);
        *slot = at + INTERVAL;
        Ok((at, info.url.clone()))
    }
}
