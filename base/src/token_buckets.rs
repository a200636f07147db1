//! Rate limits per key: a burst of requests, refilled over time. Each process counts separately.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use crate::cache::Cache;
use crate::clock::Uptime;

/// Number of kept buckets. Beyond it, the least recently used ones are dropped, and so begin full again.
const MOST: usize = 50_000;

pub struct TokenBuckets<K: Hash + Eq + Clone + Send + Sync + 'static>(Limiter<K>);

type Limiter<K> = RateLimiter<K, BoundedStates<K>, UptimeClock, NoOpMiddleware<Nanos>>;

impl<K: Hash + Eq + Clone + Send + Sync + 'static> TokenBuckets<K> {
    /// Buckets of this many tokens that refill in this time; `None` if a token would take no time at all.
    pub fn new(count: NonZeroU32, time: Duration, uptime: &Arc<dyn Uptime>) -> Option<Self> {
        let quota = Quota::with_period(time / count.get())?.allow_burst(count);
        let states = BoundedStates(Cache::new(MOST));
        Some(Self(RateLimiter::new(quota, states, UptimeClock(Arc::clone(uptime)))))
    }

    /// Takes a token, or returns the time until there is one.
    pub fn take(&self, key: &K) -> Result<(), Duration> {
        self.0.check_key(key).map_err(|refused| refused.wait_time_from(self.0.clock().now()))
    }
}

/// The state of each bucket, in a cache rather than the map of `governor`, which would grow without bound.
struct BoundedStates<K>(Cache<K, Arc<Mutex<Option<Nanos>>>>);

impl<K: Hash + Eq + Clone + Send + Sync + 'static> StateStore for BoundedStates<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let (state, _) = self.0.get_or_insert_with(key, Arc::default);
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let (outcome, replaced) = f(*state)?;
        *state = Some(replaced);
        Ok(outcome)
    }
}

/// A clock that cannot be set back, so that a changed system clock blocks no one.
#[derive(Clone)]
struct UptimeClock(Arc<dyn Uptime>);

impl GovernorClock for UptimeClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.0.now().into()
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::ManualUptime;

    use super::*;

    #[test]
    fn memory_does_not_grow_with_the_number_of_keys() {
        let uptime: Arc<dyn Uptime> = Arc::new(ManualUptime::default());
        let buckets = TokenBuckets::new(NonZeroU32::MIN, Duration::from_mins(1), &uptime).expect("a time");
        for key in 0..2 * MOST {
            let _ = buckets.take(&key);
        }
        let states = buckets.0.into_state_store().0;
        assert_eq!(states.count_and_weight().0, MOST);
    }
}
