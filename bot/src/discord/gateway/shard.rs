//! Keeps one shard connected: resumes what can be resumed, and waits longer after each failure.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serenity::gateway::GatewayError;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::discord::gateway::FatalClose;
use crate::discord::gateway::closes;
use crate::discord::gateway::closes::Closes;
use crate::discord::gateway::connection::{Connection, Ended, Gateway, Session};
use crate::discord::gateway::identify::IdentifyGate;
use crate::discord::gateway::shards::Shards;
use crate::error_chain::causes;
use crate::metrics;
use crate::random::{Random as _, SystemRandom};

/// A connection that has lasted so long was a good one: some more sessions a day would use up what Discord allows.
const LASTING: Duration = Duration::from_mins(10);

/// The same where the session is resumed, which costs none. Shorter than a heartbeat: a zombie that is found is resumed at once.
const LASTING_SESSION: Duration = Duration::from_secs(30);

/// After the end of a session Discord wants a pause of one second, and some random ones up to five.
const FIRST_PAUSE_AFTER_SESSION: Duration = Duration::from_secs(1);
const RANDOM_PAUSE_AFTER_SESSION_MS: u64 = 4000;

/// The pause before the third connection in a row. After some more it doubles, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const SHORT_PAUSES: u32 = 4;
const LONGEST_PAUSE: Duration = Duration::from_mins(10);

/// The longest pause while Discord cannot be reached, which costs no session.
const LONGEST_PAUSE_UNREACHABLE: Duration = Duration::from_secs(20);

/// So often a session is resumed only where Discord wants it. If it cannot be reached there, the address for every bot has a turn.
const RESUME_TRIES: u32 = 3;

/// A Discord that cannot be reached for so long ends the program: its supervisor starts it on fresh names and addresses.
const UNREACHABLE_TIMEOUT: Duration = Duration::from_mins(3);

/// How long Discord may take to begin or resume a session.
const READY_TIMEOUT: Duration = Duration::from_secs(30);

/// serenity has lost its socket without noticing when it keeps its thread so long.
const STUCK: Duration = Duration::from_secs(3);

/// How often Discord closes the connection instead of beginning a session, before that counts as final.
const MAX_CLOSED: u32 = 3;

/// How long the goodbye may take.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// Why a shard is no longer kept connected.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    Cancelled,
    /// Discord requires more shards, and recommends so many.
    MoreShards(u32),
}

/// How one connection went.
enum Outcome {
    Cancelled,
    Ended(Ended),
    /// serenity reads from a closed socket.
    Stuck,
    /// Discord has not begun the session.
    Silent,
}

/// Keeps this shard connected until cancelled.
///
/// # Errors
/// [`FatalClose`] when Discord refuses it for good; another one when Discord cannot be reached.
pub(super) async fn keep_connected(
    gateway: Arc<Gateway>,
    gate: Arc<IdentifyGate>,
    shard: u32,
    cancel: CancellationToken,
) -> anyhow::Result<End> {
    // A shard that waits for its first session is missing to those who watch.
    metrics::shard(shard, false);
    let mut session: Option<Session> = None;
    let mut failures = Failures::default();
    let mut closed = 0;
    loop {
        let url = if let Some(session) = &session {
            failures.resume_at(session.resume_url(), &gateway.general_url).to_owned()
        } else {
            tokio::select! {
                url = gate.wait(shard) => url?,
                () = cancel.cancelled() => return Ok(End::Cancelled),
            }
        };
        let url = gateway.fixed_url.clone().unwrap_or(url);
        let resumes = session.is_some();
        let mut connection = Connection::open(&gateway, shard, url, session.clone());
        let outcome = watch(&mut connection, &cancel).await;
        metrics::shard(shard, false);
        let (connected_for, received) = {
            let mut received = connection.received();
            (received.connected_at.map(|at| at.elapsed()), received.session.take())
        };
        let close = closes::take(&connection.last_closes);
        let is_unreachable = matches!(outcome, Outcome::Ended(Ended::Unreachable(_)));
        // A session that Discord does not resume has ended.
        session = received
            .filter(|_| connected_for.is_some() || is_unreachable)
            .filter(|_| !close.as_ref().is_some_and(Closes::end_session));
        let told = close.as_ref().map(ToString::to_string);
        let why = match outcome {
            Outcome::Cancelled => return Ok(End::Cancelled),
            Outcome::Ended(Ended::Refused(error)) => return Err(final_close(error, gateway.shards)),
            Outcome::Ended(Ended::Unreachable(error)) => {
                format!("Discord cannot be reached: {}", causes(&error))
            }
            Outcome::Ended(Ended::Lost) if connected_for.is_some() => {
                told.unwrap_or_else(|| "the network was lost, or Discord did not answer heartbeats".to_owned())
            }
            Outcome::Ended(Ended::Lost) if resumes => {
                told.unwrap_or_else(|| "Discord has ended the session".to_owned())
            }
            Outcome::Ended(Ended::Lost) => told.unwrap_or_else(|| "Discord has not begun a session".to_owned()),
            Outcome::Silent => "Discord is silent".to_owned(),
            Outcome::Stuck if connected_for.is_some() || resumes => told.unwrap_or_else(|| "it was lost".to_owned()),
            Outcome::Stuck => {
                // 4010 and 4011, which serenity keeps to itself.
                let Some(info) = cancel.run_until_cancelled(gate.ask()).await else { return Ok(End::Cancelled) };
                let recommended = info?.shards;
                if recommended > gateway.shards.total {
                    return Ok(End::MoreShards(recommended));
                }
                closed += 1;
                if closed >= MAX_CLOSED {
                    return Err(FatalClose::Gateway(format!(
                        "Discord has closed the gateway for good (shards {}): it refuses shard {shard}, {MAX_CLOSED} times in a row. It \
                         recommends {recommended} shards in all: change `discord.shards`",
                        gateway.shards
                    ))
                    .into());
                }
                told.map_or_else(
                    || "Discord refuses the shard".to_owned(),
                    |told| format!("Discord refuses the shard: {told}"),
                )
            }
        };
        if connected_for.is_some() {
            closed = 0;
        }
        let has_lasted = has_lasted(connected_for, session.is_some());
        let mut pause = failures.pause(is_unreachable, has_lasted, Instant::now()).with_context(|| why.clone())?;
        if session.is_none() && close.as_ref().is_some_and(Closes::are_invalid_session) {
            let random = Duration::from_millis(SystemRandom.below(RANDOM_PAUSE_AFTER_SESSION_MS));
            pause = pause.max(FIRST_PAUSE_AFTER_SESSION + random);
        }
        warn!(event = "gateway_closed", "{}", ended(shard, &why, session.is_some(), pause));
        tokio::select! {
            () = tokio::time::sleep(pause + jitter(pause)) => {}
            () = cancel.cancelled() => return Ok(End::Cancelled),
        }
    }
}

/// Whether a connection was good, so that the next one need not wait.
fn has_lasted(connected_for: Option<Duration>, resumes: bool) -> bool {
    let lasting = if resumes { LASTING_SESSION } else { LASTING };
    connected_for.is_some_and(|connected_for| connected_for >= lasting)
}

/// What the log says about a connection that has ended.
fn ended(shard: u32, why: &str, resumes: bool, pause: Duration) -> String {
    let next = if resumes { "resuming" } else { "connecting anew" };
    let when = match pause.as_secs() {
        0 => "at once".to_owned(),
        seconds => format!("in {seconds} s"),
    };
    format!("The gateway connection of shard {shard} has ended: {why}; {next} {when}")
}

/// Shards that were lost together do not come back together.
fn jitter(pause: Duration) -> Duration {
    Duration::from_millis(SystemRandom.below(u64::try_from(pause.as_millis() / 5).unwrap_or(u64::MAX).max(1)))
}

/// Waits for the end of a connection, and ends one that will not come back by itself.
async fn watch(connection: &mut Connection, cancel: &CancellationToken) -> Outcome {
    let opened = Instant::now();
    let mut ticks = tokio::time::interval(Duration::from_millis(250));
    loop {
        tokio::select! {
            ended = &mut connection.ended => {
                let no_thread = |_| Ended::Unreachable(anyhow::anyhow!("the shard's thread has ended"));
                return Outcome::Ended(ended.unwrap_or_else(no_thread));
            }
            () = cancel.cancelled() => {
                connection.stop.cancel();
                let _ = tokio::time::timeout(SHUTDOWN_GRACE, &mut connection.ended).await;
                return Outcome::Cancelled;
            }
            _ = ticks.tick() => {}
        }
        let outcome = if connection.busy_for() > STUCK {
            Outcome::Stuck
        } else if connection.received().connected_at.is_none() && opened.elapsed() > READY_TIMEOUT {
            Outcome::Silent
        } else {
            continue;
        };
        connection.stop.cancel();
        return outcome;
    }
}

/// The closes that serenity hands on: 4004, 4013, 4014.
fn final_close(error: serenity::Error, shards: Shards) -> anyhow::Error {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => FatalClose::Token.into(),
        serenity::Error::Gateway(error) => {
            FatalClose::Gateway(format!("Discord has closed the gateway for good (shards {shards}): {error}")).into()
        }
        error => anyhow::Error::new(error).context("the gateway refused the connection"),
    }
}

/// Connections in a row that did not last.
#[derive(Debug, Default)]
struct Failures {
    ended: u32,
    unreachable: u32,
    unreachable_since: Option<Instant>,
}

impl Failures {
    /// Where to resume a session next. One host out of reach must not end the program, and beginning anew costs a session.
    const fn resume_at<'a>(&self, resume_url: &'a str, general_url: &'a str) -> &'a str {
        if self.unreachable >= RESUME_TRIES && self.unreachable % 2 == 1 { general_url } else { resume_url }
    }

    /// The pause after a connection that has ended; an error where pauses no longer help.
    fn pause(&mut self, is_unreachable: bool, is_lasting: bool, now: Instant) -> anyhow::Result<Duration> {
        if is_unreachable {
            let since = *self.unreachable_since.get_or_insert(now);
            let minutes = UNREACHABLE_TIMEOUT.as_secs() / 60;
            anyhow::ensure!(
                now - since < UNREACHABLE_TIMEOUT,
                "the gateway connection has been lost for {minutes} minutes"
            );
            self.unreachable += 1;
            return Ok(doubled(self.unreachable).min(LONGEST_PAUSE_UNREACHABLE));
        }
        (self.unreachable, self.unreachable_since) = (0, None);
        let before = if is_lasting { 0 } else { self.ended };
        self.ended = before.saturating_add(1);
        // The first is made up for at once.
        let doublings = before.min(1).max(before.saturating_sub(SHORT_PAUSES - 1));
        Ok(doubled(doublings).min(LONGEST_PAUSE))
    }
}

/// The pause after so many failures.
fn doubled(failures: u32) -> Duration {
    failures.checked_sub(1).map_or(Duration::ZERO, |times| FIRST_PAUSE * 2_u32.pow(times.min(10)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_that_end_one_after_the_other_begin_ever_more_slowly() {
        let (mut failures, now) = (Failures::default(), Instant::now());
        let mut pause = |is_lasting| failures.pause(false, is_lasting, now).expect("Discord is there").as_secs();
        let pauses: Vec<_> = (0..13).map(|_| pause(false)).collect();
        assert_eq!(pauses, [0, 5, 5, 5, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(pause(true), 0, "a good connection is resumed at once");
        assert_eq!(pause(false), 5);
    }

    #[test]
    fn a_zombie_is_resumed_at_once_and_a_new_session_is_not_begun_so_soon() {
        // Its first heartbeat was answered, and the next one was not.
        let found_after = Some(Duration::from_secs(82));
        assert!(has_lasted(found_after, true) && !has_lasted(found_after, false));
        assert!(has_lasted(Some(LASTING), false));
        assert!(!has_lasted(Some(Duration::from_secs(5)), true) && !has_lasted(None, true));
    }

    #[test]
    fn the_log_says_why_a_connection_has_ended_and_what_comes_next() {
        let why = "close code 4009 (Session timed out)";
        let said = ended(3, why, false, Duration::from_secs(5));
        assert_eq!(said, format!("The gateway connection of shard 3 has ended: {why}; connecting anew in 5 s"));
        assert!(ended(0, why, true, Duration::ZERO).ends_with("; resuming at once"));
    }

    #[test]
    fn a_session_is_resumed_elsewhere_when_its_host_is_out_of_reach() {
        let (mut failures, now) = (Failures::default(), Instant::now());
        let mut tried = Vec::new();
        for _ in 0..7 {
            tried.push(failures.resume_at("own", "general"));
            failures.pause(true, false, now).expect("no time passes");
        }
        assert_eq!(tried, ["own", "own", "own", "general", "own", "general", "own"]);
        failures.pause(false, true, now).expect("Discord is there");
        assert_eq!(failures.resume_at("own", "general"), "own");
    }

    #[test]
    fn a_discord_out_of_reach_is_tried_often_and_not_for_ever() {
        let (mut failures, start) = (Failures::default(), Instant::now());
        let mut now = start;
        let mut tries = 0;
        while let Ok(pause) = failures.pause(true, false, now) {
            assert!(pause <= LONGEST_PAUSE_UNREACHABLE);
            now += pause;
            tries += 1;
        }
        assert!(tries >= 10, "{tries}");
        assert!(now - start < UNREACHABLE_TIMEOUT + LONGEST_PAUSE_UNREACHABLE);
    }
}
