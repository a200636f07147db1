//! A vacation of a player.

use crate::domain::ids::{RequestId, Timestamp, UserId};
use crate::domain::time_off::TimeSpan;

/// One vacation of one person: past, running or planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vacation {
    pub user: UserId,
    /// Counts from 1 for each person. Of two vacations added at the same time, one is refused.
    pub number: u32,
    /// Shortened if the vacation was stopped early.
    pub span: TimeSpan,
    /// It began automatically to avoid a loss on time.
    pub automatic: bool,
    pub request: RequestId,
    /// The request that stopped it early.
    pub ended_by: Option<RequestId>,
}

impl Vacation {
    /// The user's vacation at this instant.
    pub fn at(vacations: &[Self], user: UserId, now: Timestamp) -> Option<&Self> {
        vacations.iter().find(|vacation| vacation.user == user && vacation.span.contains(now))
    }
}

/// The end of consecutive spans from `until` on; a short vacation may lead directly into the next one.
pub fn end_of_consecutive(spans: &[TimeSpan], until: Timestamp) -> Timestamp {
    let mut end = until;
    while let Some(next) = spans.iter().find(|span| span.from <= end && end < span.until) {
        end = next.until;
    }
    end
}
