//! The budget of invalid requests. Cloudflare blocks an address after 10,000 answers of 401, 403 or 429 (without the scope `shared`) in
//! ten minutes. Source: Discord's documentation, "Rate Limits".

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tracing::warn;

const WINDOW: Duration = Duration::from_mins(10);

/// A tenth of what Discord allows.
pub(super) const BUDGET: usize = 1000;

#[derive(Debug)]
pub struct InvalidRequests {
    budget: usize,
    what: &'static str,
    at: VecDeque<Instant>,
    is_paused: bool,
}

impl InvalidRequests {
    pub fn new(budget: usize, what: &'static str) -> Self {
        Self { budget, what, at: VecDeque::new(), is_paused: false }
    }

    pub fn count(&mut self, now: Instant) {
        self.at.push_back(now);
        if self.at.len() > self.budget {
            self.at.pop_front();
        }
    }

    /// The end of the pause; `None` while the budget lasts. Logs each pause once.
    pub fn paused_until(&mut self, now: Instant) -> Option<Instant> {
        while self.at.front().is_some_and(|first| now.duration_since(*first) >= WINDOW) {
            self.at.pop_front();
        }
        let Self { budget, what, .. } = *self;
        let full = self.at.len() >= budget;
        if full && !self.is_paused {
            warn!(
                event = "requests_paused",
                "Discord has refused {budget} {what} within ten minutes. They pause before Discord blocks the address of the bot. \
                 Earlier lines of this log name the refusals"
            );
        }
        self.is_paused = full;
        self.at.front().filter(|_| full).map(|first| *first + WINDOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_pauses_after_the_budget_until_the_first_request_is_ten_minutes_old() {
        let (mut requests, start) = (InvalidRequests::new(BUDGET, "requests"), Instant::now());
        for number in 0..BUDGET as u64 {
            let now = start + Duration::from_millis(number);
            assert_eq!(requests.paused_until(now), None, "{number}");
            requests.count(now);
        }
        let later = start + Duration::from_secs(2);
        assert_eq!(requests.paused_until(later), Some(start + WINDOW));
        assert_eq!(requests.paused_until(start + WINDOW), None, "the first one no longer counts");
        requests.count(start + WINDOW);
        assert_eq!(requests.paused_until(start + WINDOW), Some(start + Duration::from_millis(1) + WINDOW));
    }
}
