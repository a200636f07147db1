//! New sessions: how fast they may begin, and how many today.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{Mutex, MutexGuard};
use tracing::error;

use crate::discord::error::DiscordError;
use crate::discord::gateway::FatalClose;
use crate::discord::rest::Rest;
use crate::discord::shards::GatewayInfo;

/// `max_concurrency` sessions may begin within five seconds. Some more, because connections take different times.
const INTERVAL: Duration = Duration::from_millis(5500);

/// How long Discord's count of sessions is good. Other processes begin sessions too.
const INFO_AGE: Duration = Duration::from_secs(30);

/// The longest pause after Discord has not said how many sessions are left. The first one is a second.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Every session that this process begins waits here. Discord counts those of all processes and of earlier starts.
pub(super) struct IdentifyGate {
    rest: Arc<Rest>,
    /// Nobody sleeps with this lock.
    state: Mutex<State>,
}

struct State {
    info: GatewayInfo,
    /// When Discord gave this information; `None` before it did.
    asked_at: Option<Instant>,
    /// How often in a row Discord gave none, and when it is asked again.
    failures: u32,
    ask_again_at: Instant,
    /// When Discord allows more sessions, once they are used up.
    more_at: Option<Instant>,
    slots: Slots,
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

    /// What Discord says now.
    pub(super) async fn ask(&self) -> Result<GatewayInfo, FatalClose> {
        Ok(self.ask_unless_younger_than(Duration::ZERO).await?.info.clone())
    }

    /// The state with information that is not older than this. Discord is asked until it answers, because other shards are
    /// connected meanwhile; only a refused token is final.
    async fn ask_unless_younger_than(&self, age: Duration) -> Result<MutexGuard<'_, State>, FatalClose> {
        loop {
            let mut state = self.state.lock().await;
            if state.asked_at.is_some_and(|at| at.elapsed() <= age) {
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
        Self {
            info: GatewayInfo::read(&Value::Null),
            asked_at: None,
            failures: 0,
            ask_again_at: now,
            more_at: None,
            slots: Slots::default(),
        }
    }

    /// Takes Discord's answer; says whether it is one. The log names the first failure in a row.
    fn take_answer(&mut self, answer: Result<GatewayInfo, DiscordError>, now: Instant) -> Result<bool, FatalClose> {
        let failure = match answer {
            Ok(info) => {
                (self.info, self.asked_at, self.failures) = (info, Some(now), 0);
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

    /// Counts a session of this shard: when it may begin, and where. An error says when Discord allows more.
    fn begin(&mut self, shard: u32, now: Instant) -> Result<(Instant, String), Instant> {
        if let Some(wait) = self.info.wait() {
            // Other shards wait for the same: one line in the log is enough.
            if let Some(more_at) = self.more_at.filter(|more_at| *more_at > now) {
                return Err(more_at);
            }
            error!(
                event = "sessions_used_up",
                remaining = self.info.remaining,
                "Discord allows only {} more sessions today, so the bot does not connect: past the limit Discord resets the token. \
                 It connects in {} min; until then nobody can play. Find out what reconnects so often",
                self.info.remaining,
                wait.as_secs().div_ceil(60)
            );
            self.more_at = Some(now + wait);
            return Err(now + wait);
        }
        self.info.remaining = self.info.remaining.saturating_sub(1);
        let at = self.slots.next(shard, self.info.max_concurrency, now);
        Ok((at, self.info.url.clone()))
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
    use serde_json::json;

    use super::*;

    #[test]
    fn a_discord_that_does_not_say_how_many_sessions_are_left_is_asked_again() {
        let start = Instant::now();
        let mut state = State::new(start);
        let mut pause_after = |failure| {
            assert!(!state.take_answer(Err(failure), start).expect("not final"));
            (state.ask_again_at - start).as_secs()
        };
        let refused = |status| DiscordError::Refused { status, code: 0, message: String::new() };
        assert_eq!(pause_after(refused(502)), 1);
        assert_eq!(pause_after(refused(403)), 2);
        assert_eq!(pause_after(DiscordError::rate_limited(Duration::from_mins(9))), 540);
        let pauses = [(); 4].map(|()| pause_after(DiscordError::NoResponse(String::new())));
        assert_eq!(pauses, [8, 16, 30, 30]);
        assert!(state.asked_at.is_none());
        assert!(state.take_answer(Ok(GatewayInfo::read(&json!({}))), start).expect("not final"));
        assert_eq!((state.failures, state.asked_at), (0, Some(start)));
        state.take_answer(Err(refused(401)), start).expect_err("the token is refused");
    }

    #[test]
    fn all_shards_wait_for_the_same_instant_when_the_sessions_are_used_up() {
        let (mut state, now) = (State::new(Instant::now()), Instant::now());
        let answer = |remaining: u32| {
            let limit = json!({ "remaining": remaining, "reset_after": 7_200_000, "max_concurrency": 1 });
            GatewayInfo::read(&json!({ "url": "wss://x", "session_start_limit": limit }))
        };
        state.info = answer(101);
        assert_eq!(state.begin(0, now), Ok((now, "wss://x".to_owned())));
        let more_at = now + Duration::from_hours(2);
        assert_eq!(state.begin(1, now), Err(more_at), "each session counts at once");
        assert_eq!(state.begin(2, now + Duration::from_mins(1)), Err(more_at));
        state.info = answer(1000);
        assert!(state.begin(1, more_at).is_ok());
    }

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
