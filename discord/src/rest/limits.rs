//! Pauses of all requests: after a rate limit, and at the end of the budget of invalid requests. Cloudflare blocks an address after 10,000
//! answers of 401, 403 or 429 (without the scope `shared`) in ten minutes. Source: Discord's documentation, "Rate Limits".

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tracing::warn;

use crate::error::DiscordError;
use crate::rest::Result;

const WINDOW: Duration = Duration::from_mins(10);

/// A tenth of what Discord allows.
pub(super) const BUDGET: usize = 1000;

#[derive(Debug)]
pub(super) struct Limits {
    budget: usize,
    /// The name of the requests, for the log.
    what: &'static str,
    invalid_requests: VecDeque<Instant>,
    is_exhausted: bool,
    /// The end of a rate limit.
    pub(super) limited_until: Option<Instant>,
}

impl Limits {
    pub(super) const fn new(budget: usize, what: &'static str) -> Self {
        Self { budget, what, invalid_requests: VecDeque::new(), is_exhausted: false, limited_until: None }
    }

    pub(super) fn count_invalid_request(&mut self, now: Instant) {
        self.invalid_requests.push_back(now);
        if self.invalid_requests.len() > self.budget {
            self.invalid_requests.pop_front();
        }
    }

    /// The instant at which the budget allows a request again; `None` while it lasts. Logs each pause once.
    pub(super) fn exhausted_until(&mut self, now: Instant) -> Option<Instant> {
        while self.invalid_requests.front().is_some_and(|first| now.duration_since(*first) >= WINDOW) {
            self.invalid_requests.pop_front();
        }
        let Self { budget, what, .. } = *self;
        let is_exhausted = self.invalid_requests.len() >= budget;
        if is_exhausted && !self.is_exhausted {
            warn!(
                event = "requests_paused",
                "Discord has refused {budget} {what} within ten minutes. They pause before Discord blocks the address of the bot. \
                 Earlier lines of this log name the refusals"
            );
        }
        self.is_exhausted = is_exhausted;
        self.invalid_requests.front().filter(|_| is_exhausted).map(|first| *first + WINDOW)
    }

    /// An error during any pause.
    pub(super) fn check(&mut self, now: Instant) -> Result<()> {
        check_wait(self.limited_until.max(self.exhausted_until(now)), now, Duration::ZERO)
    }
}

/// An error if this instant is more than `longest` away.
pub(super) fn check_wait(until: Option<Instant>, now: Instant, longest: Duration) -> Result<()> {
    let wait = until.map_or(Duration::ZERO, |until| until.saturating_duration_since(now));
    if wait > longest { Err(DiscordError::rate_limited(wait)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_pause_after_the_budget_until_the_first_one_is_ten_minutes_old() {
        let (mut limits, start) = (Limits::new(BUDGET, "requests"), Instant::now());
        for number in 0..BUDGET as u64 {
            let now = start + Duration::from_millis(number);
            limits.check(now).unwrap_or_else(|error| panic!("{number}: {error}"));
            limits.count_invalid_request(now);
        }
        let later = start + Duration::from_secs(2);
        assert_eq!(limits.exhausted_until(later), Some(start + WINDOW));
        assert!(limits.check(later).is_err());
        assert_eq!(limits.exhausted_until(start + WINDOW), None, "the first one no longer counts");
        limits.count_invalid_request(start + WINDOW);
        assert_eq!(limits.exhausted_until(start + WINDOW), Some(start + Duration::from_millis(1) + WINDOW));
    }

    #[test]
    fn requests_pause_until_a_rate_limit_ends() {
        let (mut limits, start) = (Limits::new(BUDGET, "requests"), Instant::now());
        limits.limited_until = Some(start + Duration::from_secs(5));
        assert!(limits.check(start).is_err());
        assert!(limits.check(start + Duration::from_secs(5)).is_ok());
    }
}
