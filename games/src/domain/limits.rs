//! Limits that the host sets for adjournments, claims and downtime.

use crate::domain::time_control::pace::{DAY_MS, MINUTE_MS};

/// Longest limit in days; a longer time would limit nothing.
pub const MOST_DAYS: u32 = 365;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Days of silence after which a player may be warned in a game without deadline.
    pub silent_days: u32,
    pub grace_days: u32,
    pub adjourned_days: u32,
    /// Outages of up to this many minutes are not given back to the players.
    pub downtime_minutes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { silent_days: 14, grace_days: 7, adjourned_days: 90, downtime_minutes: 5 }
    }
}

impl Limits {
    pub fn silence(self) -> i64 {
        i64::from(self.silent_days) * DAY_MS
    }

    pub fn grace(self) -> i64 {
        i64::from(self.grace_days) * DAY_MS
    }

    pub fn downtime(self) -> i64 {
        i64::from(self.downtime_minutes) * MINUTE_MS
    }
}
