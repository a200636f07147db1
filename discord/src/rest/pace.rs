//! The pace of requests that must not hold up others: a queue without long waits.

use std::time::{Duration, Instant};

use crate::error::DiscordError;
use crate::rest::Result;

#[derive(Debug)]
pub(super) struct Pace {
    interval: Duration,
    /// How far requests may run ahead of the interval after a rest.
    ahead: Duration,
    max_wait: Duration,
    /// The instant from which no request is ahead.
    even_at: Instant,
}

impl Pace {
    /// After a rest, `burst` requests go at the same time.
    pub(super) fn new(interval: Duration, burst: u32, max_wait: Duration) -> Self {
        Self { interval, ahead: interval * burst.saturating_sub(1), max_wait, even_at: Instant::now() }
    }

    /// Takes a place in the queue and gives the instant of its turn; an error if the wait would be too long.
    pub(super) fn take_turn(&mut self, now: Instant) -> Result<Instant> {
        let even_at = self.even_at.max(now);
        let wait = even_at.saturating_duration_since(now).saturating_sub(self.ahead);
        if wait > self.max_wait {
            return Err(DiscordError::rate_limited(wait));
        }
        self.even_at = even_at + self.interval;
        Ok(now + wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_go_at_once_others_wait_and_the_rest_is_refused() {
        let ms = Duration::from_millis;
        let mut pace = Pace::new(ms(500), 3, ms(1000));
        let start = Instant::now();
        let mut waits = |now: Instant| -> Vec<_> {
            let turns = std::iter::from_fn(|| pace.take_turn(now).ok());
            turns.map(|turn| (turn - now).as_millis()).collect()
        };
        assert_eq!(waits(start), [0, 0, 0, 500, 1000]);
        assert_eq!(waits(start), [0; 0]);
        assert_eq!(waits(start + ms(1000)), [500, 1000], "each place that gets free is taken once");
        assert_eq!(waits(start + ms(60_000)), [0, 0, 0, 500, 1000], "a rest is no credit beyond the burst");
    }
}
