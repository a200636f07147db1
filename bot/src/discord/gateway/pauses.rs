//! How long a shard waits between two connections.

use std::time::{Duration, Instant};

/// A session that has lasted so long was a good one: some more a day would use up what Discord allows.
const LASTING: Duration = Duration::from_mins(10);

/// A resumed session that has lasted so long was a good one: it costs none. Shorter than a heartbeat: a zombie that is found is resumed at once.
const LASTING_RESUMED: Duration = Duration::from_secs(30);

/// The second pause in a row, of sessions that begin and of those that are resumed. The first one is none, and after some more it
/// doubles, up to the longest.
const PAUSES: Pauses = Pauses { first: Duration::from_secs(5), longest: Duration::from_mins(10) };
const RESUMED_PAUSES: Pauses = Pauses { first: Duration::from_secs(1), longest: Duration::from_mins(1) };
const SHORT_PAUSES: u32 = 4;

/// The longest pause while Discord cannot be reached, which costs no session.
const LONGEST_PAUSE_UNREACHABLE: Duration = Duration::from_secs(20);

/// So often a session is resumed only where Discord wants it. If it cannot be reached there, the address for every bot has a turn.
const RESUME_TRIES: u32 = 3;

/// A Discord that cannot be reached for so long ends the program: its supervisor starts it on fresh names and addresses.
const UNREACHABLE_TIMEOUT: Duration = Duration::from_mins(3);

struct Pauses {
    first: Duration,
    longest: Duration,
}

impl Pauses {
    /// The pause after so many failures before this one.
    fn after(&self, failures: u32) -> Duration {
        let doublings = failures.saturating_sub(SHORT_PAUSES).min(10);
        if failures == 0 { Duration::ZERO } else { (self.first * 2_u32.pow(doublings)).min(self.longest) }
    }
}

/// Connections in a row that did not last.
#[derive(Debug, Default)]
pub(super) struct Failures {
    begun: u32,
    resumed: u32,
    unreachable: u32,
    unreachable_since: Option<Instant>,
}

impl Failures {
    /// Where to resume a session next. One host out of reach must not end the program, and beginning anew costs a session.
    pub(super) const fn resume_at<'a>(&self, resume_url: &'a str, general_url: &'a str) -> &'a str {
        if self.unreachable >= RESUME_TRIES && self.unreachable % 2 == 1 { general_url } else { resume_url }
    }

    /// The pause after a connection that has ended, before a session is resumed or another one begins; an error where pauses no
    /// longer help.
    pub(super) fn pause(
        &mut self,
        is_unreachable: bool,
        connected_for: Option<Duration>,
        resumes: bool,
        now: Instant,
    ) -> anyhow::Result<Duration> {
        if is_unreachable {
            let since = *self.unreachable_since.get_or_insert(now);
            let minutes = UNREACHABLE_TIMEOUT.as_secs() / 60;
            anyhow::ensure!(
                now - since < UNREACHABLE_TIMEOUT,
                "the gateway connection has been lost for {minutes} minutes"
            );
            let pause = PAUSES.first * 2_u32.pow(self.unreachable.min(10));
            self.unreachable += 1;
            return Ok(pause.min(LONGEST_PAUSE_UNREACHABLE));
        }
        (self.unreachable, self.unreachable_since) = (0, None);
        let connected_for = connected_for.unwrap_or_default();
        if connected_for >= LASTING_RESUMED {
            self.resumed = 0;
        }
        if connected_for >= LASTING {
            self.begun = 0;
        }
        let (failures, pauses) = if resumes { (&mut self.resumed, RESUMED_PAUSES) } else { (&mut self.begun, PAUSES) };
        let pause = pauses.after(*failures);
        *failures = failures.saturating_add(1);
        Ok(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pauses in seconds after connections that have lasted so long.
    fn pauses(failures: &mut Failures, connected_for: u64, resumes: bool, times: usize) -> Vec<u64> {
        let connected_for = Some(Duration::from_secs(connected_for));
        let mut pause = || failures.pause(false, connected_for, resumes, Instant::now()).expect("Discord is there");
        (0..times).map(|_| pause().as_secs()).collect()
    }

    #[test]
    fn connections_that_do_not_last_are_opened_ever_more_slowly() {
        let mut failures = Failures::default();
        assert_eq!(pauses(&mut failures, 5, false, 13), [0, 5, 5, 5, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(pauses(&mut failures, 5, true, 12), [0, 1, 1, 1, 1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(pauses(&mut failures, 599, false, 1), [600], "a session of some minutes is none to spare");
        assert_eq!(pauses(&mut failures, 600, false, 2), [0, 0], "a good session is followed by another one at once");
    }

    #[test]
    fn a_zombie_is_resumed_at_once() {
        // The first heartbeat was answered, and the next one was not.
        assert_eq!(pauses(&mut Failures::default(), 82, true, 5), [0; 5]);
    }

    #[test]
    fn a_session_is_resumed_elsewhere_when_its_host_is_out_of_reach() {
        let (mut failures, now) = (Failures::default(), Instant::now());
        let mut tried = Vec::new();
        for _ in 0..7 {
            tried.push(failures.resume_at("own", "general"));
            failures.pause(true, None, true, now).expect("no time passes");
        }
        assert_eq!(tried, ["own", "own", "own", "general", "own", "general", "own"]);
        failures.pause(false, Some(LASTING), true, now).expect("Discord is there");
        assert_eq!(failures.resume_at("own", "general"), "own");
    }

    #[test]
    fn a_discord_out_of_reach_is_tried_often_and_not_for_ever() {
        let (mut failures, start) = (Failures::default(), Instant::now());
        let mut now = start;
        let mut tries = 0;
        while let Ok(pause) = failures.pause(true, None, false, now) {
            assert!(pause <= LONGEST_PAUSE_UNREACHABLE);
            now += pause;
            tries += 1;
        }
        assert!(tries >= 10, "{tries}");
        assert!(now - start < UNREACHABLE_TIMEOUT + LONGEST_PAUSE_UNREACHABLE);
    }
}
