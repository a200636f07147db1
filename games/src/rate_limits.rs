//! Rate limits per person, so that nobody's flood delays others: a token bucket for each person and kind of request.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use base::clock::Uptime;
use base::token_buckets::TokenBuckets;
use serde::Deserialize;

use crate::domain::UserId;

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

/// Accepted requests of one person: this many at once, and as many again per minute or hour. 0: unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// Commands, buttons and menus of any kind; as many completions again.
    pub interactions_per_minute: u32,
    pub lookups_per_minute: u32,
    /// Sent challenges and rematches, including withdrawn ones.
    pub challenges_per_hour: u32,
    /// Sent challenges and rematches to the same person.
    pub challenges_to_one_per_hour: u32,
}

impl Rates {
    pub const UNLIMITED: Self = Self {
        interactions_per_minute: 0,
        lookups_per_minute: 0,
        challenges_per_hour: 0,
        challenges_to_one_per_hour: 0,
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limited {
    Interactions,
    Completions,
    Lookups,
    Challenges,
    ChallengesTo(UserId),
}

#[derive(Clone)]
pub struct RateLimits {
    interactions: Option<Arc<Buckets>>,
    lookups: Option<Arc<Buckets>>,
    challenges: Option<Arc<Buckets>>,
    challenges_to_one: Option<Arc<Buckets>>,
}

impl RateLimits {
    pub fn new(rates: Rates, uptime: &Arc<dyn Uptime>) -> Self {
        Self {
            interactions: buckets(rates.interactions_per_minute, MINUTE, uptime),
            lookups: buckets(rates.lookups_per_minute, MINUTE, uptime),
            challenges: buckets(rates.challenges_per_hour, HOUR, uptime),
            challenges_to_one: buckets(rates.challenges_to_one_per_hour, HOUR, uptime),
        }
    }

    /// Takes a token, or returns the time until there is one.
    pub(crate) fn take(&self, user: UserId, limited: Limited) -> Result<(), Duration> {
        let buckets = match limited {
            Limited::Interactions | Limited::Completions => &self.interactions,
            Limited::Lookups => &self.lookups,
            Limited::Challenges => &self.challenges,
            Limited::ChallengesTo(_) => &self.challenges_to_one,
        };
        buckets.as_ref().map_or(Ok(()), |buckets| buckets.take(&(user, limited)))
    }
}

type Buckets = TokenBuckets<(UserId, Limited)>;

fn buckets(count: u32, time: Duration, uptime: &Arc<dyn Uptime>) -> Option<Arc<Buckets>> {
    // The time per token is never zero: even a minute has more nanoseconds than `u32::MAX`.
    TokenBuckets::new(NonZeroU32::new(count)?, time, uptime).map(Arc::new)
}
