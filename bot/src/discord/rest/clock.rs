//! The time: that of this machine as long as Discord agrees with it, or else Discord's, which stands in each of its answers.

use std::sync::{Mutex, MutexGuard, PoisonError};
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

/// What this machine shows at an instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    /// How long it has been up: nobody sets that.
    up: Duration,
    system: Timestamp,
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
    uptime: SystemUptime,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The last instant on which Discord and the time of this program agreed; at first the start, by the clock of the machine.
    anchor: Anchor,
    /// What an answer said against it. One answer may come from a cache or a broken proxy: the next one decides.
    doubt: Option<Anchor>,
    /// By Discord's last answer that was believed.
    ahead_ms: i64,
    /// When Discord last agreed with the time of this program.
    confirmed_at: Option<Duration>,
    /// When Discord was last asked for the time alone.
    tried_at: Option<Duration>,
}

impl DiscordClock {
    pub(super) fn start() -> Self {
        let uptime = SystemUptime::start();
        let reading = Reading { up: uptime.now(), system: SystemClock.now() };
        Self { uptime, state: Mutex::new(State::at(reading)) }
    }

    pub(super) fn read(&self) -> Reading {
        Reading { up: self.uptime.now(), system: SystemClock.now() }
    }

    pub(super) fn now(&self) -> Timestamp {
        let reading = self.read();
        self.state().time(reading)
    }

    /// Seconds that the clock of this machine is ahead, by Discord's last answer; less than a second means nothing.
    pub(super) fn ahead_s(&self) -> i64 {
        self.state().ahead_ms / SECOND_MS
    }

    /// An answer names Discord's time at some instant between our request and its arrival.
    pub(super) fn compare(&self, discord: Timestamp, requested: Reading) {
        let arrived = self.read();
        self.state().compare(discord, requested, arrived);
    }

    /// Whether Discord has to be asked what time it is.
    pub(super) fn is_in_doubt(&self) -> bool {
        let reading = self.read();
        self.state().is_in_doubt(reading)
    }

    /// Whether enough time has passed since Discord was last asked in vain.
    pub(super) fn may_ask(&self) -> bool {
        let up = self.uptime.now();
        self.state().may_ask(up)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn at(reading: Reading) -> Self {
        let anchor = Anchor { up: reading.up, time: reading.system };
        Self { anchor, doubt: None, ahead_ms: 0, confirmed_at: None, tried_at: None }
    }

    /// The clock of the machine where it has gone on as it should, or else the time that has passed since the known instant.
    fn time(&self, now: Reading) -> Timestamp {
        let expected = self.anchor.at(now.up);
        if is_far(now.system.since(expected)) { expected } else { now.system }
    }

    fn is_in_doubt(&self, now: Reading) -> bool {
        let is_confirmed =
            self.confirmed_at.is_some_and(|confirmed| now.up.saturating_sub(confirmed) < ASKED_AGAIN_AFTER);
        self.doubt.is_some() || (is_far(now.system.since(self.anchor.at(now.up))) && !is_confirmed)
    }

    fn may_ask(&mut self, up: Duration) -> bool {
        let may = self.tried_at.is_none_or(|tried| up.saturating_sub(tried) >= PAUSE);
        if may {
            self.tried_at = Some(up);
        }
        may
    }

    fn compare(&mut self, discord: Timestamp, requested: Reading, arrived: Reading) {
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

    /// Says when the clock of the machine becomes wrong, and when it agrees again.
    fn log(&self) {
        let ahead_s = self.ahead_ms / SECOND_MS;
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

    fn answer(state: &mut State, at: i64, ahead: i64) {
        state.compare(time(at), reading(at, ahead), reading(at + 100, ahead));
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
            let mut state = State::at(reading(0, ahead));
            answer(&mut state, 1000, ahead);
            assert!(state.is_in_doubt(reading(1200, ahead)));
            assert_eq!(state.time(reading(1200, ahead)), time(1200 + ahead), "one answer decides nothing");
            answer(&mut state, 2000, ahead);
            assert!(!state.is_in_doubt(reading(2200, ahead)));
            let off = state.time(reading(60_000, ahead)).since(time(60_000));
            assert!(off.abs() <= SECOND_MS, "{off}");
            assert!(state.is_wrong());
            // It is asked again some time later, and believed once it agrees.
            assert!(state.is_in_doubt(reading(20 * 60_000, ahead)));
            assert_eq!(state.time(reading(61_000, 300)), reading(61_000, 300).system);
            answer(&mut state, 62_000, 300);
            assert!(!state.is_wrong() && !state.is_in_doubt(reading(20 * 60_000, 300)));
        }
    }

    #[test]
    fn a_clock_that_is_set_while_the_program_runs_changes_nothing_until_discord_agrees() {
        let mut state = State::at(reading(0, 0));
        answer(&mut state, 1000, 0);
        // Somebody sets it.
        assert_eq!(state.time(reading(5000, 10 * DAY)), time(5000));
        assert!(state.is_in_doubt(reading(20 * 60_000, 10 * DAY)));
        answer(&mut state, 6000, 10 * DAY);
        assert!(state.is_wrong());
        assert_eq!(state.time(reading(7000, 10 * DAY)), time(7000));
        // The machine stood still for a day: its clock was set after it, and Discord says the same.
        let mut state = State::at(reading(0, -DAY));
        answer(&mut state, 1000, 0);
        answer(&mut state, 2000, 0);
        assert!(!state.is_wrong());
        assert_eq!(state.time(reading(3000, 0)).since(time(3000)).abs() / SECOND_MS, 0);
    }

    #[test]
    fn discord_is_asked_twice_at_once_and_after_a_failure_only_later() {
        let mut state = State::at(reading(0, DAY));
        let seconds = Duration::from_secs;
        assert!(state.may_ask(seconds(10)));
        assert!(!state.may_ask(seconds(11)), "the first question was in vain");
        assert!(state.may_ask(seconds(15)));
        answer(&mut state, 11_000, DAY);
        assert!(state.may_ask(seconds(16)), "one answer has come");
    }

    #[test]
    fn a_wrong_date_between_right_ones_changes_nothing() {
        let mut state = State::at(reading(0, 0));
        for round in 0..4 {
            let at = 1000 + 2000 * round;
            answer(&mut state, at, 0);
            state.compare(time(at + DAY * (round + 1)), reading(at + 500, 0), reading(at + 600, 0));
            assert_eq!(state.time(reading(at + 1000, 0)), time(at + 1000));
        }
        assert!(!state.is_wrong());
    }
}
