//! The time: that of this machine as long as Discord agrees with it, or else Discord's, which stands in each of its answers.

use std::time::Duration;

use tracing::{info, warn};

use crate::clock::{Clock as _, SystemClock, SystemUptime, Uptime as _};
use crate::domain::Timestamp;

/// A clock that is further off than this is not believed: deadlines would be wrong.
pub const CLOCK_TOLERANCE_S: i64 = 10;

/// Discord gives whole seconds.
const SECOND_MS: i64 = 1000;

/// How long Discord need not be asked again while the clock of the machine is wrong.
const ASKED_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// Between two questions of which the first was in vain.
const PAUSE: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    /// How long it has been up: nobody sets that.
    up: Duration,
    system: Timestamp,
}

impl Reading {
    pub(super) fn take(uptime: SystemUptime) -> Self {
        Self { up: uptime.now(), system: SystemClock.now() }
    }
}

/// An instant whose time is known.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    up: Duration,
    time: Timestamp,
}

impl Anchor {
    /// The time when the machine has been up so long.
    fn at(self, up: Duration) -> Timestamp {
        let millis = |up: Duration| i64::try_from(up.as_millis()).unwrap_or(i64::MAX);
        self.time.plus(millis(up) - millis(self.up))
    }
}

/// Compares the clock of this machine with the time that Discord names in each answer.
#[derive(Debug)]
pub(super) struct DiscordClock {
    /// The last instant on which Discord and the time of this program agreed; at first the start, by the clock of the machine.
    anchor: Anchor,
    /// What an answer said against it. One answer may come from a cache or a broken proxy: the next one decides.
    doubt: Option<Anchor>,
    ahead_ms: i64,
    /// When Discord last agreed with the time of this program.
    confirmed_at: Option<Duration>,
    /// When Discord was last asked for the time alone.
    tried_at: Option<Duration>,
}

impl DiscordClock {
    pub(super) fn start(reading: Reading) -> Self {
        let anchor = Anchor { up: reading.up, time: reading.system };
        Self { anchor, doubt: None, ahead_ms: 0, confirmed_at: None, tried_at: None }
    }

    /// The clock of the machine where it has gone on as it should, or else the time that has passed since the known instant.
    pub(super) fn time(&self, now: Reading) -> Timestamp {
        let expected = self.anchor.at(now.up);
        if is_far(now.system.since(expected)) { expected } else { now.system }
    }

    /// Whether Discord has to be asked what time it is.
    pub(super) fn is_in_doubt(&self, now: Reading) -> bool {
        let is_confirmed =
            self.confirmed_at.is_some_and(|confirmed| now.up.saturating_sub(confirmed) < ASKED_AGAIN_AFTER);
        self.doubt.is_some() || (is_far(now.system.since(self.anchor.at(now.up))) && !is_confirmed)
    }

    /// Whether enough time has passed since Discord was last asked in vain.
    pub(super) fn may_ask(&mut self, now: Reading) -> bool {
        let may = self.tried_at.is_none_or(|tried| now.up.saturating_sub(tried) >= PAUSE);
        if may {
            self.tried_at = Some(now.up);
        }
        may
    }

    /// Seconds that the clock of this machine is ahead, by Discord's last answer; less than a second means nothing.
    pub(super) const fn ahead_s(&self) -> i64 {
        self.ahead_ms / SECOND_MS
    }

    /// An answer names Discord's time at some instant between our request and its arrival.
    pub(super) fn compare(&mut self, discord: Timestamp, requested: Reading, arrived: Reading) {
        let took = Duration::saturating_sub(arrived.up, requested.up);
        // Somewhere between the two, and in the middle of a second that Discord cut off.
        let answer = Anchor { up: requested.up + took / 2, time: discord.plus(SECOND_MS / 2) };
        // How far a clock is ahead that shows this at the arrival.
        let ahead = |shown: Timestamp| {
            let since_request = i64::try_from(took.as_millis()).unwrap_or(i64::MAX);
            ahead_ms(discord, shown.plus(-since_request), shown)
        };
        if !is_far(ahead(self.time(arrived))) {
            self.doubt = None;
            if self.time(arrived) == arrived.system {
                self.anchor = Anchor { up: arrived.up, time: arrived.system };
            }
        } else if self.doubt.is_some_and(|doubt| !is_far(ahead(doubt.at(arrived.up)))) {
            self.doubt = None;
            self.anchor = answer;
        } else {
            self.doubt = Some(answer);
            // The second question follows at once.
            self.tried_at = None;
            return;
        }
        self.confirmed_at = Some(arrived.up);
        let was_wrong = self.is_wrong();
        self.ahead_ms = ahead(arrived.system);
        if self.is_wrong() != was_wrong {
            self.log();
        }
    }

    fn is_wrong(&self) -> bool {
        is_far(self.ahead_ms)
    }

    fn log(&self) {
        let ahead_s = self.ahead_s();
        if self.is_wrong() {
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

fn is_far(millis: i64) -> bool {
    (millis / SECOND_MS).abs() > CLOCK_TOLERANCE_S
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

    const DAY: i64 = 24 * 60 * 60 * 1000;

    /// What a machine shows whose clock is `ahead` of the time, so many milliseconds after a start.
    fn reading(at: i64, ahead: i64) -> Reading {
        Reading { up: Duration::from_millis(at.unsigned_abs() + 5000), system: Timestamp(100 * DAY + at + ahead) }
    }

    fn time(at: i64) -> Timestamp {
        Timestamp(100 * DAY + at)
    }

    fn answer(clock: &mut DiscordClock, at: i64, ahead: i64) {
        clock.compare(time(at), reading(at, ahead), reading(at + 100, ahead));
    }

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
    fn two_answers_put_a_wrong_clock_right() {
        for ahead in [10 * DAY, -DAY] {
            let mut clock = DiscordClock::start(reading(0, ahead));
            answer(&mut clock, 1000, ahead);
            assert!(clock.is_in_doubt(reading(1200, ahead)));
            assert_eq!(clock.time(reading(1200, ahead)), time(1200 + ahead), "one answer decides nothing");
            answer(&mut clock, 2000, ahead);
            assert!(!clock.is_in_doubt(reading(2200, ahead)));
            let off = clock.time(reading(60_000, ahead)).since(time(60_000));
            assert!(off.abs() <= SECOND_MS, "{off}");
            assert!(clock.is_wrong());
            // It is asked again some time later, and believed once it agrees.
            assert!(clock.is_in_doubt(reading(20 * 60_000, ahead)));
            assert_eq!(clock.time(reading(61_000, 300)), reading(61_000, 300).system);
            answer(&mut clock, 62_000, 300);
            assert!(!clock.is_wrong() && !clock.is_in_doubt(reading(20 * 60_000, 300)));
        }
    }

    #[test]
    fn a_clock_that_is_set_while_the_program_runs_changes_nothing_until_discord_agrees() {
        let mut clock = DiscordClock::start(reading(0, 0));
        answer(&mut clock, 1000, 0);
        // Somebody sets it.
        assert_eq!(clock.time(reading(5000, 10 * DAY)), time(5000));
        assert!(clock.is_in_doubt(reading(20 * 60_000, 10 * DAY)));
        answer(&mut clock, 6000, 10 * DAY);
        assert!(clock.is_wrong());
        assert_eq!(clock.time(reading(7000, 10 * DAY)), time(7000));
        // The machine stood still for a day: its clock was set after it, and Discord says the same.
        let mut clock = DiscordClock::start(reading(0, -DAY));
        answer(&mut clock, 1000, 0);
        answer(&mut clock, 2000, 0);
        assert!(!clock.is_wrong());
        assert_eq!(clock.time(reading(3000, 0)).since(time(3000)).abs() / SECOND_MS, 0);
    }

    #[test]
    fn discord_is_asked_twice_at_once_and_after_a_failure_only_later() {
        let mut clock = DiscordClock::start(reading(0, DAY));
        assert!(clock.may_ask(reading(5000, DAY)));
        assert!(!clock.may_ask(reading(6000, DAY)), "the first question was in vain");
        assert!(clock.may_ask(reading(10_000, DAY)));
        answer(&mut clock, 11_000, DAY);
        assert!(clock.may_ask(reading(12_000, DAY)), "one answer has come");
    }

    #[test]
    fn a_wrong_date_between_right_ones_changes_nothing() {
        let mut clock = DiscordClock::start(reading(0, 0));
        for round in 0..4 {
            let at = 1000 + 2000 * round;
            answer(&mut clock, at, 0);
            clock.compare(time(at + DAY * (round + 1)), reading(at + 500, 0), reading(at + 600, 0));
            assert_eq!(clock.time(reading(at + 1000, 0)), time(at + 1000));
        }
        assert!(!clock.is_wrong());
    }
}
