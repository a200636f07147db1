//! The time: the uptime of the machine, which nobody can set, plus an offset. The offset comes from the machine's clock, or from two answers
//! of Discord that contradict it.

use std::time::Duration;

use base::clock::{Clock as _, SystemClock, SystemUptime, Uptime as _};
use base::ids::Timestamp;
use tracing::{info, warn};

/// A clock further off than this would make deadlines wrong.
pub const CLOCK_TOLERANCE_S: i64 = 10;

const SECOND_MS: i64 = 1000;

/// The pause between questions while the clock of the machine is wrong.
const ASKED_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// The pause after a question without an answer.
const PAUSE: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    up: Duration,
    /// Milliseconds between the uptime and the machine's clock.
    offset: i64,
}

impl Reading {
    pub(super) fn take(uptime: SystemUptime) -> Self {
        let up = uptime.now();
        Self { up, offset: SystemClock.now().0 - millis(up) }
    }
}

#[derive(Debug)]
pub(super) struct DiscordClock {
    offset: i64,
    /// The offset by an answer that contradicts. A cache or a broken proxy may have sent it, so the next answer decides.
    doubt: Option<i64>,
    /// Seconds that the clock of this machine is ahead, by Discord's last answer.
    pub(super) ahead_s: i64,
    ask_at: Duration,
}

impl DiscordClock {
    pub(super) fn start(now: Reading) -> Self {
        Self { offset: now.offset, doubt: None, ahead_s: 0, ask_at: Duration::ZERO }
    }

    pub(super) fn time(&self, now: Reading) -> Timestamp {
        Timestamp(self.offset + millis(now.up))
    }

    pub(super) const fn is_in_doubt(&self) -> bool {
        self.doubt.is_some()
    }

    /// Whether to ask Discord now, because an answer or the machine's clock contradicts.
    pub(super) fn should_ask(&mut self, now: Reading) -> bool {
        let is_moved = is_wrong((now.offset - self.offset) / SECOND_MS);
        let is_due = now.up >= self.ask_at && (self.is_in_doubt() || is_moved);
        if is_due {
            self.ask_at = now.up + PAUSE;
        }
        is_due
    }

    /// Compares with an answer, which names the second in which it was written, between our request and its arrival.
    pub(super) fn compare(&mut self, discord: Timestamp, requested: Duration, arrived: Reading) {
        let (earliest, latest) = (discord.0 - millis(arrived.up), discord.0 + SECOND_MS - millis(requested));
        let ahead_s = |offset: i64| (offset - offset.clamp(earliest, latest)) / SECOND_MS;
        let agrees = |offset: i64| !is_wrong(ahead_s(offset));
        let middle = i64::midpoint(earliest, latest);
        if !agrees(self.offset) {
            if !self.doubt.is_some_and(agrees) {
                (self.doubt, self.ask_at) = (Some(middle), Duration::ZERO);
                return;
            }
            self.offset = middle;
        }
        if agrees(arrived.offset) {
            self.offset = arrived.offset;
        }
        (self.doubt, self.ask_at) = (None, arrived.up + ASKED_AGAIN_AFTER);
        let was_wrong = is_wrong(self.ahead_s);
        self.ahead_s = ahead_s(arrived.offset);
        if is_wrong(self.ahead_s) != was_wrong {
            self.log();
        }
    }

    fn log(&self) {
        let ahead_s = self.ahead_s;
        if is_wrong(ahead_s) {
            let side = if ahead_s > 0 { "ahead of" } else { "behind" };
            warn!(
                event = "clock_wrong",
                ahead_s,
                "The clock of this machine is {} seconds {side} Discord's, and games follow Discord's: `timedatectl set-ntp true` \
                 synchronizes it",
                ahead_s.abs()
            );
        } else {
            info!(event = "clock_right", "The clock of this machine agrees with Discord's again");
        }
    }
}

const fn is_wrong(ahead_s: i64) -> bool {
    ahead_s.abs() > CLOCK_TOLERANCE_S
}

fn millis(up: Duration) -> i64 {
    i64::try_from(up.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 60 * 60 * 1000;
    const DAY: i64 = 24 * HOUR;

    /// The reading of a machine's clock that is `ahead` of the time, so many milliseconds after a start.
    fn reading(at: i64, ahead: i64) -> Reading {
        Reading { up: Duration::from_millis(at.unsigned_abs() + 5000), offset: time(ahead - 5000).0 }
    }

    fn time(at: i64) -> Timestamp {
        Timestamp(100 * DAY + at)
    }

    /// An answer that takes a tenth of a second.
    fn answer(clock: &mut DiscordClock, at: i64, ahead: i64) {
        clock.compare(time(at), reading(at, ahead).up, reading(at + 100, ahead));
    }

    fn is_right(clock: &DiscordClock, now: Reading, at: i64) -> bool {
        clock.time(now).since(time(at)).abs() <= SECOND_MS
    }

    #[test]
    fn two_answers_correct_a_wrong_clock() {
        for ahead in [HOUR, 4 * DAY, 10 * DAY, -DAY] {
            let mut clock = DiscordClock::start(reading(0, ahead));
            assert!(!clock.should_ask(reading(500, ahead)));
            answer(&mut clock, 1000, ahead);
            assert_eq!(clock.time(reading(1200, ahead)), time(1200 + ahead), "one answer decides nothing");
            assert!(clock.is_in_doubt() && clock.should_ask(reading(1200, ahead)));
            answer(&mut clock, 2000, ahead);
            assert!(!clock.is_in_doubt() && !clock.should_ask(reading(2200, ahead)));
            assert!(is_right(&clock, reading(60_000, ahead), 60_000));
            assert_eq!(clock.ahead_s.abs(), ahead.abs() / SECOND_MS - 1);
            // It is asked again some time later, and believed once it agrees.
            assert!(clock.should_ask(reading(20 * 60_000, ahead)));
            answer(&mut clock, 21 * 60_000, 300);
            assert_eq!(clock.time(reading(22 * 60_000, 300)), time(22 * 60_000 + 300));
            assert!(clock.ahead_s == 0 && !clock.should_ask(reading(60 * 60_000, 300)));
        }
    }

    #[test]
    fn a_slow_answer_is_no_wrong_clock() {
        for (requested, arrived, is_in_doubt) in [(400, 500, false), (-1000, 60_000, false), (60_000, 60_100, true)] {
            let mut clock = DiscordClock::start(reading(0, 0));
            clock.compare(time(0), Duration::from_millis((requested + 5000_i64).unsigned_abs()), reading(arrived, 0));
            assert_eq!(clock.is_in_doubt(), is_in_doubt, "between {requested} and {arrived}");
        }
    }

    #[test]
    fn a_clock_that_is_set_while_the_program_runs_changes_nothing_until_discord_agrees() {
        let mut clock = DiscordClock::start(reading(0, 0));
        answer(&mut clock, 1000, 0);
        assert_eq!(clock.time(reading(5000, 10 * DAY)), time(5000));
        assert!(clock.should_ask(reading(20 * 60_000, 10 * DAY)));
        answer(&mut clock, 6000, 10 * DAY);
        assert!(clock.ahead_s > 0 && is_right(&clock, reading(7000, 10 * DAY), 7000));
        // The machine stood still for a day: its clock was set after it, and Discord says the same.
        let mut clock = DiscordClock::start(reading(0, -DAY));
        answer(&mut clock, 1000, 0);
        answer(&mut clock, 2000, 0);
        assert!(clock.ahead_s == 0 && is_right(&clock, reading(3000, 0), 3000));
    }

    #[test]
    fn discord_is_asked_twice_at_once_and_after_a_failure_only_later() {
        let mut clock = DiscordClock::start(reading(0, DAY));
        answer(&mut clock, 1000, DAY);
        assert!(clock.should_ask(reading(5000, DAY)));
        assert!(!clock.should_ask(reading(6000, DAY)), "the first question was in vain");
        assert!(clock.should_ask(reading(10_000, DAY)));
        clock.compare(time(5 * DAY), reading(11_000, DAY).up, reading(11_100, DAY));
        assert!(clock.should_ask(reading(12_000, DAY)), "another answer has come");
    }

    #[test]
    fn a_wrong_date_between_right_ones_changes_nothing() {
        let mut clock = DiscordClock::start(reading(0, 0));
        for round in 0..4 {
            let at = 1000 + 2000 * round;
            answer(&mut clock, at, 0);
            clock.compare(time(at + DAY * (round + 1)), reading(at + 500, 0).up, reading(at + 600, 0));
            assert_eq!(clock.time(reading(at + 1000, 0)), time(at + 1000));
        }
        assert_eq!(clock.ahead_s, 0);
    }
}
