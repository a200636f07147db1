//! How long a shard waits between two connections.

use std::time::{Duration, Instant};

/// A session that has lasted so long was a good one: some more a day would use up what Discord allows.
const LASTING: Duration = Duration::from_mins(10);

/// A resumed session that has lasted so long was a good one: it costs none. Shorter than a heartbeat: a zombie that is found is resumed at once.
const LASTING_RESUMED: Duration = Duration::from_secs(30);

/// So often a session is resumed only where Discord wants it. If it cannot be reached there, the address for every bot has a turn.
const RESUME_TRIES: u32 = 3;

/// A Discord that cannot be reached for so long ends the program: its supervisor starts it on fresh names and addresses.
const UNREACHABLE_TIMEOUT: Duration = Duration::from_mins(3);

/// The pause after so many failures in a row: none, four times the second one, and then twice the one before, up to the longest.
fn pause_after(failures: u32, second: Duration, longest: Duration) -> Duration {
    if failures == 0 { Duration::ZERO } else { (second * 2_u32.pow(failures.saturating_sub(4).min(10))).min(longest) }
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
            anyhow::ensure!(
                now - since < UNREACHABLE_TIMEOUT,
                "the gateway connection has been lost for three minutes"
            );
            // 5, 10 and then 20 seconds: these tries cost no session.
            let pause = Duration::from_secs(5) * 2_u32.pow(self.unreachable.min(2));
            self.unreachable += 1;
            return Ok(pause);
        }
        (self.unreachable, self.unreachable_since) = (0, None);
        let connected_for = connected_for.unwrap_or_default();
        if connected_for >= LASTING_RESUMED {
            self.resumed = 0;
        }
        if connected_for >= LASTING {
            self.begun = 0;
        }
        let (failures, second, longest) = if resumes {
            (&mut self.resumed, Duration::from_secs(1), Duration::from_mins(1))
        } else {
            (&mut self.begun, Duration::from_secs(5), Duration::from_mins(10))
        };
        let pause = pause_after(*failures, second, longest);
        *failures = failures.saturating_add(1);
        Ok(pause)
    }
}
