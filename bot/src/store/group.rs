//! Group commit: one task drains whatever waits, carries out each commit in a savepoint of one transaction, flushes to the
//! disk once, then answers everybody. Same durability, a multiple of the throughput when many write at once.

use sqlx::{Connection as _, Pool};
use tokio::sync::{mpsc, oneshot};

use super::engine::Engine;
use super::sql::{Kind, apply, failed};
use super::{Commit, CommitError, StoreError};

/// Commits that wait at most; more wait in their own tasks.
const QUEUE: usize = 1024;
/// Commits that share one flush at most.
const BATCH: usize = 64;

type Outcome = Result<(), CommitError>;

struct Job {
    commit: Commit,
    kind: Kind,
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
        let (jobs, mut waiting) = mpsc::channel::<Job>(QUEUE);
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(BATCH);
            while waiting.recv_many(&mut batch, BATCH).await > 0 {
                carry_out(&pool, &mut batch).await;
            }
        });
        Self { jobs }
    }

    /// Hands over a commit and waits until it is on the disk, or refused.
    pub(super) async fn write(&self, commit: Commit, kind: Kind) -> Outcome {
        let (answer, outcome) = oneshot::channel();
        self.jobs.send(Job { commit, kind, answer }).await.map_err(|_| gone())?;
        outcome.await.map_err(|_| gone())?
    }
}

fn gone() -> StoreError {
    StoreError::Database { source: "the writer has stopped".into(), transient: false }
}

async fn carry_out<DB: Engine>(pool: &Pool<DB>, batch: &mut Vec<Job>) {
    let commits: Vec<(Commit, Kind)> = batch.iter().map(|job| (job.commit.clone(), job.kind)).collect();
    match together(pool, &commits).await {
        Ok(outcomes) => {
            for (job, outcome) in batch.drain(..).zip(outcomes) {
                // Nobody listens when the asker has gone away; what was written stays written.
                let _ = job.answer.send(outcome);
            }
        }
        // Nothing of the batch is on the disk: each one by itself, so that one bad commit fails alone.
        Err(_) => {
            for job in batch.drain(..) {
                let alone = together(pool, &[(job.commit, job.kind)]).await;
                let outcome = alone.map_err(|error| CommitError::Store(failed(error)));
                let _ = job.answer.send(outcome.and_then(|mut outcomes| outcomes.pop().unwrap_or(Ok(()))));
            }
        }
    }
}

/// Carries out all of them in one transaction; an error means that none is on the disk.
async fn together<DB: Engine>(pool: &Pool<DB>, commits: &[(Commit, Kind)]) -> sqlx::Result<Vec<Outcome>> {
    let mut transaction = pool.begin_with(DB::BEGIN_WRITE).await?;
    let mut outcomes = Vec::with_capacity(commits.len());
    for (commit, kind) in commits {
        let mut savepoint = transaction.begin().await?;
        let outcome = apply::<DB>(&mut savepoint, commit, *kind).await;
        match &outcome {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        outcomes.push(outcome);
    }
    transaction.commit().await?;
    Ok(outcomes)
}
