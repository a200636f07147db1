//! Group commit: one task drains whatever waits, carries out all of it in one transaction, flushes to the disk once, then
//! answers everybody. Same durability, a multiple of the throughput when many write at once.

use std::time::Instant;

use sqlx::Pool;
use tokio::sync::{mpsc, oneshot};

use super::engine::Engine;
use super::failures::failed;
use super::writing::{Kind, apply};
use super::{Commit, CommitError, StoreError};
use crate::crash::{self, Point};
use crate::safely::safely;

/// Commits that wait at most; more wait in their own tasks.
const QUEUE: usize = 1024;
/// Commits that share one flush at most.
const BATCH: usize = 64;

type Outcome = Result<(), CommitError>;
type Commits = Vec<(Commit, Kind)>;

struct Job {
    commit: Commit,
    kind: Kind,
    /// When it is given up, if it has not been begun.
    until: Instant,
    answer: oneshot::Sender<Outcome>,
}

/// The way to the one task that writes.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the task. It ends when the last clone of the writer is gone.
    pub(super) fn start<DB: Engine>(pool: Pool<DB>) -> Self {
        Self::over(move |commits| {
            let pool = pool.clone();
            async move { together(&pool, &commits).await }
        })
    }

    /// The same over whatever carries out commits together.
    fn over<F>(together: impl Fn(Commits) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Vec<Outcome>, StoreError>> + Send,
    {
        let (jobs, mut waiting) = mpsc::channel::<Job>(QUEUE);
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(BATCH);
            while waiting.recv_many(&mut batch, BATCH).await > 0 {
                carry_out(&together, &mut batch).await;
            }
        });
        Self { jobs }
    }

    /// Hands over a commit and waits until it is on the disk, or refused. What could not be begun until then is not done.
    pub(super) async fn write(&self, commit: Commit, kind: Kind, until: Instant) -> Outcome {
        let (answer, outcome) = oneshot::channel();
        self.jobs.send(Job { commit, kind, until, answer }).await.map_err(|_| stopped())?;
        outcome.await.map_err(|_| stopped())?
    }

    /// Waits for the end of the task.
    pub(super) async fn gone(&self) {
        self.jobs.closed().await;
    }
}

fn stopped() -> StoreError {
    StoreError::Database { problem: "the writer has stopped".to_owned(), transient: false }
}

async fn carry_out<F>(together: &impl Fn(Commits) -> F, batch: &mut Vec<Job>)
where
    F: Future<Output = Result<Vec<Outcome>, StoreError>>,
{
    let now = Instant::now();
    for late in batch.extract_if(.., |job| job.until < now) {
        let problem = "the database is busy".to_owned();
        let _ = late.answer.send(Err(StoreError::Database { problem, transient: true }.into()));
    }
    if batch.is_empty() {
        return;
    }
    let commits: Vec<_> = batch.iter().map(|job| (job.commit.clone(), job.kind)).collect();
    match unharmed(together(commits)).await {
        Ok(outcomes) => {
            for (job, outcome) in batch.drain(..).zip(outcomes) {
                // Nobody listens when the asker has gone away; what was written stays written.
                let _ = job.answer.send(outcome);
            }
        }
        // Nothing of the batch is on the disk, because somebody else writes: nobody of it would fare better alone.
        Err(StoreError::Database { problem, transient: true }) => {
            for job in batch.drain(..) {
                let again = StoreError::Database { problem: problem.clone(), transient: true };
                let _ = job.answer.send(Err(again.into()));
            }
        }
        // Nothing of the batch is on the disk: each one by itself, so that one bad commit fails alone.
        Err(_) => {
            for job in batch.drain(..) {
                let alone = unharmed(together(vec![(job.commit, job.kind)])).await;
                let outcome = alone.map_err(CommitError::Store);
                let _ = job.answer.send(outcome.and_then(|mut outcomes| outcomes.pop().unwrap_or(Ok(()))));
            }
        }
    }
}

/// A panic is an error of what was being written, not the end of all writing: its transaction is rolled back.
async fn unharmed<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    safely(work).await.unwrap_or_else(|problem| Err(StoreError::Database { problem, transient: false }))
}

/// Carries out all of them in one transaction; an error means that none is on the disk. What is refused has written nothing, so
/// the others need not be kept apart from it.
async fn together<DB: Engine>(pool: &Pool<DB>, commits: &[(Commit, Kind)]) -> Result<Vec<Outcome>, StoreError> {
    let mut transaction = pool.begin_with(DB::BEGIN_WRITE).await.map_err(failed)?;
    let mut outcomes = Vec::with_capacity(commits.len());
    for (commit, kind) in commits {
        match apply::<DB>(&mut transaction, commit, *kind).await {
            Ok(outcome) => outcomes.push(outcome.map_err(CommitError::from)),
            Err(error) => {
                transaction.rollback().await.map_err(failed)?;
                return match error {
                    CommitError::Store(error) => Err(error),
                    refused if commits.len() == 1 => Ok(vec![Err(refused)]),
                    other => Err(StoreError::Database { problem: other.to_string(), transient: false }),
                };
            }
        }
    }
    crash::point(Point::Written);
    transaction.commit().await.map_err(failed)?;
    crash::point(Point::Committed);
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::store::{ChannelId, Game, GameId, Phase, RequestId, Timestamp, UserId};

    fn commit(action: &'static str) -> Commit {
        let now = Timestamp(0);
        let game = Game {
            game_id: GameId(1),
            version: 0,
            phase: Phase::Offered,
            setup: String::new(),
            pace: String::new(),
            guild_id: None,
            channel_id: ChannelId(1),
            thread_id: None,
            ply: 0,
            to_move: None,
            challenger: UserId(1),
            by_lot: false,
            draw_offer: None,
            result: None,
            loser: None,
            reason: None,
            created_at: now,
            turn_at: now,
            hours: None,
            stops: Vec::new(),
            time: None,
            deadline_at: None,
            reminded_until: None,
            wake_at: None,
            terms: crate::store::Terms::default(),
            lines: 0,
        };
        Commit {
            game,
            request: RequestId(1),
            actor: None,
            action,
            seats: None,
            keep: None,
            plies: Vec::new(),
            lines: None,
            detail: None,
            notices: Vec::new(),
            now,
        }
    }

    /// Carries out everything, but fails or panics when asked to do this.
    async fn carrying_out(commits: Commits) -> Result<Vec<Outcome>, StoreError> {
        if commits.iter().any(|(commit, _)| commit.action == "fail") {
            return Err(StoreError::Database { problem: "for a test".to_owned(), transient: false });
        }
        assert!(commits.iter().all(|(commit, _)| commit.action != "panic"), "for a test");
        Ok(commits.iter().map(|_| Ok(())).collect())
    }

    async fn write_together(writer: &Writer, actions: &[&'static str]) -> Vec<bool> {
        let all = actions
            .iter()
            .map(|action| writer.write(commit(action), Kind::Change, Instant::now() + Duration::from_secs(9)));
        futures::future::join_all(all).await.iter().map(Result::is_ok).collect()
    }

    #[tokio::test]
    async fn one_bad_commit_fails_alone_and_the_writer_goes_on() {
        let writer = Writer::over(carrying_out);
        for bad in ["fail", "panic"] {
            assert_eq!(write_together(&writer, &["play", bad, "play"]).await, [true, false, true], "{bad}");
            assert_eq!(write_together(&writer, &["play"]).await, [true], "after {bad}");
        }
    }
    #[tokio::test]
    async fn the_end_of_the_writer_is_noticed() {
        let (jobs, waiting) = mpsc::channel(1);
        let writer = Writer { jobs };
        let gone = writer.gone();
        tokio::pin!(gone);
        assert!(futures::poll!(gone.as_mut()).is_pending());
        drop(waiting);
        gone.await;
        assert_eq!(write_together(&writer, &["play"]).await, [false]);
    }
}
