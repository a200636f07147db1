//! The one loop of jobs. Its cost depends on the jobs that are due, not on those that wait.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::metrics;
use games::Games;
use games::jobs::{Job, run_due};
use games::store::JobKind;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::scheduler::attempt;
use crate::scheduler::heartbeat::Heartbeat;

/// The longest sleep, because another process may have scheduled a job or moved its clock.
pub const TICK: Duration = Duration::from_secs(10);

/// The pause after the store failed, which doubles up to [`TICK`], and of a kind of which nothing due could be done.
const FAILURE_PAUSE: Duration = Duration::from_secs(1);

/// Does jobs of all kinds until cancelled. Sleeps until the next one is due, until `wake`, or for `tick`; without
/// `tick`, until `wake`. `heartbeat` finds outages before any job is done. A kind that takes long does not delay the
/// others.
pub async fn run(
    games: Games,
    jobs: Vec<Arc<dyn Job>>,
    wake: Arc<Notify>,
    tick: Option<Duration>,
    mut heartbeat: Heartbeat,
    cancel: CancellationToken,
) {
    let kinds: Vec<JobKind> = jobs.iter().map(|job| job.kind()).collect();
    let mut running = JoinSet::new();
    let mut busy = HashSet::new();
    // Kinds of which nothing due could be done: another process is at work.
    let (mut resting, mut rest_ends) = (HashSet::new(), None);
    // Kinds for which the store failed, with the end of their pause and its length.
    let mut failed: HashMap<JobKind, (Instant, Duration)> = HashMap::new();
    loop {
        // Listens before it checks, so that no wake-up is lost between check and sleep.
        let wake_up = wake.notified();
        tokio::pin!(wake_up);
        wake_up.as_mut().enable();
        metrics::alarms_checked();
        let may_run = heartbeat.beat(&games, games.store.as_ref(), games.clock.as_ref()).await;
        let due = if may_run { attempt("look for due jobs", games.store.next_jobs(&kinds)).await } else { None };
        if rest_ends.is_some_and(|end| end <= Instant::now()) {
            (resting, rest_ends) = (HashSet::new(), None);
        }
        let mut pause = if due.is_none() || rest_ends.is_some() { FAILURE_PAUSE } else { Duration::MAX };
        let now = games.clock.now();
        for (kind, at) in due.unwrap_or_default() {
            if busy.contains(&kind) || resting.contains(&kind) {
                continue;
            }
            let left = failed.get(&kind).map(|(end, _)| end.saturating_duration_since(Instant::now()));
            if let Some(left) = left.filter(|left| !left.is_zero()) {
                pause = pause.min(left);
                continue;
            }
            if at > now {
                pause = pause.min(Duration::from_millis(at.since(now).unsigned_abs()));
            } else if let Some(job) = jobs.iter().find(|job| job.kind() == kind).cloned() {
                busy.insert(kind);
                let games = games.clone();
                running.spawn(async move {
                    let work = format!("do jobs of the kind {kind}");
                    (kind, attempt(&work, run_due(&games, job.as_ref())).await)
                });
            }
        }
        let timer = async {
            match tick {
                Some(tick) => tokio::time::sleep(tick.min(pause)).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // In this order, so that a simulation replays from its seed.
            biased;
            () = cancel.cancelled() => break,
            Some(result) = running.join_next() => {
                // The task catches panics.
                let Ok((kind, count)) = result else { continue };
                busy.remove(&kind);
                match count {
                    // Without a tick, only a wake-up ends a pause.
                    None if tick.is_some() => {
                        let length = failed.get(&kind).map_or(FAILURE_PAUSE, |(_, length)| (*length * 2).min(TICK));
                        failed.insert(kind, (Instant::now() + length, length));
                    }
                    None | Some(0) => {
                        resting.insert(kind);
                        rest_ends = rest_ends.or_else(|| tick.map(|_| Instant::now() + FAILURE_PAUSE));
                    }
                    Some(_) => drop(failed.remove(&kind)),
                }
            }
            () = wake_up => (resting, rest_ends) = (HashSet::new(), None),
            () = timer => (resting, rest_ends) = (HashSet::new(), None),
        }
    }
    while running.join_next().await.is_some() {}
}
