//! Limits of what players settle among themselves and claim, as the host sets them.

use crate::domain::time_control::pace::{DAY_MS, MINUTE_MS};

/// Most days that a host may set for any of them: a longer time limits nothing.
pub const MOST_DAYS: u32 = 365;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Days of silence after which a player of a game without deadline may be warned.
    pub silent_days: u32,
    pub grace_days: u32,
    pub adjourned_days: u32,
    /// An outage of so many minutes or fewer is not given back to the players.
    pub downtime_minutes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { silent_days: 14, grace_days: 7, adjourned_days: 90, downtime_minutes: 5 }
    }
}

impl Limits {
    pub(crate) fn silence(self) -> i64 {
        i64::from(self.silent_days) * DAY_MS
    }

    pub(crate) fn grace(self) -> i64 {
        i64::from(self.grace_days) * DAY_MS
    }

    pub(crate) fn downtime(self) -> i64 {
        i64::from(self.downtime_minutes) * MINUTE_MS
    }
}
