//! A vacation of a player.

use crate::domain::ids::{RequestId, Timestamp, UserId};
use crate::domain::time_off::TimeSpan;

/// One vacation of one person, past, running or planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vacation {
    pub user: UserId,
    /// 1 is the first one of this person: of two that are added at once, one is refused.
    pub number: u32,
    /// From when until when; stopped early, until then.
    pub span: TimeSpan,
    /// It began by itself, instead of a loss on time.
    pub automatic: bool,
    pub request: RequestId,
    /// What stopped it early.
    pub ended_by: Option<RequestId>,
    /// When the games of this person have to be looked at again.
    pub wake_at: Option<Timestamp>,
}

impl Vacation {
    /// The one among these that holds at this instant.
    pub fn at(vacations: &[Self], user: UserId, now: Timestamp) -> Option<&Self> {
        vacations.iter().find(|vacation| vacation.user == user && vacation.span.contains(now))
    }
}

/// The end of what goes on at this instant: a short vacation may lead right into the next one.
pub fn end_of_consecutive(spans: &[TimeSpan], until: Timestamp) -> Timestamp {
    let mut end = until;
    while let Some(next) = spans.iter().find(|span| span.from <= end && end < span.until) {
        end = next.until;
    }
    end
}
