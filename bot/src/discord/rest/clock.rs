//! Whether the clock of this machine agrees with Discord's: deadlines follow it.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use tracing::{info, warn};

use crate::domain::Timestamp;

/// A clock that is further off than this makes deadlines wrong.
pub const CLOCK_TOLERANCE_S: i64 = 10;

/// Discord gives whole seconds.
const SECOND_MS: i64 = 1000;

/// Compares the clock of this machine with the one that Discord names in each answer.
#[derive(Debug, Default)]
pub(super) struct ClockComparison {
    ahead_ms: AtomicI64,
    is_wrong: AtomicBool,
}

impl ClockComparison {
    /// Seconds that the clock of this machine is ahead, by Discord's last answer; less than a second means nothing.
    pub(super) fn ahead_s(&self) -> i64 {
        self.ahead_ms.load(Ordering::Relaxed) / SECOND_MS
    }

    /// An answer names Discord's time at some instant between our request and its arrival. Logs when the clock becomes wrong, and when
    /// it agrees again.
    pub(super) fn answered(&self, discord: Timestamp, requested: Timestamp, arrived: Timestamp) {
        let ahead = ahead_ms(discord, requested, arrived);
        self.ahead_ms.store(ahead, Ordering::Relaxed);
        let is_wrong = (ahead / SECOND_MS).abs() > CLOCK_TOLERANCE_S;
        if self.is_wrong.swap(is_wrong, Ordering::Relaxed) == is_wrong {
            return;
        }
        let ahead_s = ahead / SECOND_MS;
        if is_wrong {
            let side = if ahead > 0 { "ahead of" } else { "behind" };
            warn!(
                event = "clock_wrong",
                ahead_s,
                "The clock of this machine is {} seconds {side} Discord's, and deadlines follow it: `timedatectl set-ntp true` \
                 synchronizes it",
                ahead_s.abs()
            );
        } else {
            info!(event = "clock_right", "The clock of this machine agrees with Discord's again");
        }
    }
}

/// 0 where the answer may have been written at its time.
fn ahead_ms(discord: Timestamp, requested: Timestamp, arrived: Timestamp) -> i64 {
    let after_arrival = discord.since(arrived);
    let before_request = requested.since(discord) - SECOND_MS;
    if after_arrival > 0 { -after_arrival } else { before_request.max(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_answer_is_no_wrong_clock() {
        for (discord, requested, arrived, expected) in [
            (100_000, 100_400, 100_500, 0),
            (100_000, 99_000, 160_000, 0),
            (100_000, 160_000, 160_100, 59_000),
            (100_000, 40_000, 40_100, -59_900),
        ] {
            let found = ahead_ms(Timestamp(discord), Timestamp(requested), Timestamp(arrived));
            assert_eq!(found, expected, "{discord} between {requested} and {arrived}");
        }
    }

    #[test]
    fn a_clock_is_wrong_until_it_agrees_again() {
        let comparison = ClockComparison::default();
        let at = Timestamp(1_000_000);
        for (discord, ahead, is_wrong) in [(1_000_000, 0, false), (900_000, 99, true), (1_000_000, 0, false)] {
            comparison.answered(Timestamp(discord), at, at);
            assert_eq!((comparison.ahead_s(), comparison.is_wrong.load(Ordering::Relaxed)), (ahead, is_wrong));
        }
    }
}
