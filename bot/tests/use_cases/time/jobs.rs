//! The loop of jobs: processes that die, jobs that fail, kinds that take long.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bot::scheduler::jobs;
use futures::FutureExt as _;
use games::domain::{Deletion, Preferences, Timestamp, UserId};
use games::jobs::{Job, Next, run_each};
use games::store::{ClaimedJob, JobKind, StoreError};
use games::{GameError, Games};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::use_cases::support::{ADA, BRUNO, Fixture, MINUTE};
use crate::use_cases::time::alarms::wait_until;

/// An act of a job in a test.
#[derive(Clone, Copy)]
enum Act {
    Succeed,
    /// Fails for Ada.
    Fail,
    /// Panics for Ada.
    Panic,
    Hang,
}

/// Jobs of a kind, with a record of whom they were done for and how often.
struct Work {
    kind: JobKind,
    act: Act,
    log: Arc<Mutex<Vec<(UserId, u32)>>>,
}

impl Work {
    fn of(kind: JobKind, act: Act) -> Arc<Self> {
        Arc::new(Self { kind, act, log: Arc::default() })
    }

    fn log(&self) -> Vec<(UserId, u32)> {
        self.log.lock().expect("whole").clone()
    }

    async fn one(&self, job: &ClaimedJob) -> Result<Next, GameError> {
        self.log.lock().expect("whole").push((job.user(), job.attempts));
        match self.act {
            Act::Fail if job.user() == ADA => Err(GameError::Over),
            Act::Panic if job.user() == ADA => panic!("for a test"),
            Act::Hang => std::future::pending().await,
            _ => Ok(Next::Done),
        }
    }
}

#[async_trait]
impl Job for Work {
    fn kind(&self) -> JobKind {
        self.kind
    }

    fn batch(&self) -> u32 {
        5
    }

    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError> {
        run_each(games, claimed, |job| self.one(job).boxed()).await
    }
}

/// The loop of a process that does these jobs. It wakes when notified, and never by itself.
fn start(fixture: &Fixture, works: &[&Arc<Work>]) -> (JoinHandle<()>, Arc<Notify>) {
    let wake = Arc::new(Notify::new());
    let all = works.iter().map(|work| Arc::clone(work) as Arc<dyn Job>).collect();
    let heartbeat = Fixture::heartbeat_loop();
    let running = jobs::run(fixture.games.clone(), all, Arc::clone(&wake), None, heartbeat, CancellationToken::new());
    (tokio::spawn(running), wake)
}

async fn schedule_digest(fixture: &Fixture, user: UserId, at: Timestamp) {
    let digest = Preferences { digest: Some(1), ..Preferences::default() };
    let from = fixture.store.preferences(user).await.expect("readable");
    assert!(fixture.store.set_preferences_and_digest(user, &from, &digest, Some(at)).await.expect("stored"));
}

/// Whether nothing of these kinds waits or is being done.
async fn is_empty(fixture: &Fixture) -> bool {
    fixture.store.next_jobs(&[JobKind::Digest, JobKind::Deletion]).await.expect("readable").is_empty()
}

#[tokio::test]
async fn another_process_does_the_job_of_one_that_has_died() {
    let fixture = Fixture::new();
    schedule_digest(&fixture, ADA, fixture.clock_now()).await;
    let dying = Work::of(JobKind::Digest, Act::Hang);
    let (process, _) = start(&fixture, &[&dying]);
    wait_until(async || !dying.log().is_empty()).await;
    process.abort();
    assert!(process.await.is_err_and(|error| error.is_cancelled()));

    let living = Work::of(JobKind::Digest, Act::Succeed);
    let (process, wake) = start(&fixture, &[&living]);
    // It has looked once.
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(living.log(), [], "the lease of the first process has not ended");
    fixture.clock.advance(MINUTE);
    wait_until(async || {
        wake.notify_waiters();
        is_empty(&fixture).await
    })
    .await;
    assert_eq!(living.log(), [(ADA, 2)], "once");
    process.abort();
}

#[tokio::test]
async fn a_job_that_fails_is_tried_again_later_and_blocks_no_other() {
    for act in [Act::Fail, Act::Panic] {
        let fixture = Fixture::new();
        schedule_digest(&fixture, ADA, fixture.clock_now()).await;
        schedule_digest(&fixture, BRUNO, fixture.clock_now()).await;
        let work = Work::of(JobKind::Digest, act);
        let (process, wake) = start(&fixture, &[&work]);
        wait_until(async || work.log().len() == 2).await;
        for (seconds, tries) in [(9, 1), (1, 2), (39, 2), (1, 3)] {
            fixture.clock.advance(seconds * 1_000);
            let expected = [(ADA, 1), (BRUNO, 1), (ADA, 2), (ADA, 3)];
            wait_until(async || {
                wake.notify_waiters();
                work.log() == expected[..=tries]
            })
            .await;
        }
        process.abort();
    }
}

#[tokio::test]
async fn a_kind_that_takes_long_delays_no_other() {
    let fixture = Fixture::new();
    schedule_digest(&fixture, ADA, fixture.clock_now()).await;
    let (slow, quick) = (Work::of(JobKind::Digest, Act::Hang), Work::of(JobKind::Deletion, Act::Succeed));
    let (process, wake) = start(&fixture, &[&slow, &quick]);
    wait_until(async || !slow.log().is_empty()).await;
    let asked_at = fixture.clock_now();
    let deletion = Deletion { user: BRUNO, anonymous: UserId::deleted(1), resigns: false, asked_at };
    assert!(fixture.store.request_deletion(&deletion).await.expect("stored"));
    wake.notify_waiters();
    wait_until(async || quick.log() == [(BRUNO, 1)]).await;
    assert_eq!(slow.log().len(), 1);
    process.abort();
}

#[tokio::test]
async fn a_job_is_done_when_it_is_due_although_nothing_wakes_the_loop() {
    let fixture = Fixture::new();
    schedule_digest(&fixture, ADA, fixture.clock_now().plus(300)).await;
    let work = Work::of(JobKind::Digest, Act::Succeed);
    let all: Vec<Arc<dyn Job>> = vec![Arc::clone(&work) as _];
    let (wake, hour) = (Arc::new(Notify::new()), Some(Duration::from_hours(1)));
    let running =
        jobs::run(fixture.games.clone(), all, wake, hour, Fixture::heartbeat_loop(), CancellationToken::new());
    let process = tokio::spawn(running);
    tokio::time::sleep(Duration::from_millis(50)).await;
    fixture.clock.advance(300);
    wait_until(async || work.log() == [(ADA, 1)]).await;
    process.abort();
}
