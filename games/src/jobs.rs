//! Jobs: what is to be done at an instant, by any process.

use async_trait::async_trait;
use base::catch_panic::catch_panic;
use futures::future::BoxFuture;
use tracing::{debug, error};

use crate::domain::{MINUTE_MS, Timestamp};
use crate::store::{ClaimedJob, JobKind, StoreError};
use crate::{GameError, Games};

/// The pause after the first failure of a job; each further one is four times as long.
const FIRST_RETRY_MS: i64 = 10_000;

/// A failing job delays what waits behind it, as the deadlines of a round, by at most this.
const LONGEST_RETRY_MS: i64 = MINUTE_MS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    Done,
    At(Timestamp),
    /// Something is left that could not be done now. Each further pause is longer.
    Again,
}

/// The cause of a failed job, for the host: the message of a [`GameError`] is for players.
#[derive(Debug, thiserror::Error)]
pub enum JobFailure {
    #[error(transparent)]
    Store(StoreError),
    #[error("{0}")]
    Refused(String),
}

impl From<GameError> for JobFailure {
    fn from(error: GameError) -> Self {
        match error {
            GameError::Internal(cause) => Self::Store(cause),
            refusal => Self::Refused(refusal.to_string()),
        }
    }
}

/// The jobs of one kind. Doing a job twice does no harm.
#[async_trait]
pub trait Job: Send + Sync {
    fn kind(&self) -> JobKind;

    /// How many are claimed at once: no more than are done before the lease ends.
    fn batch(&self) -> u32;

    /// A job that a process has claimed and not finished is due again after this time.
    fn lease_ms(&self) -> i64 {
        MINUTE_MS
    }

    /// Does the jobs that were claimed together. Returns how many; if none, the kind rests for a while.
    ///
    /// # Errors
    /// If the store fails.
    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError>;
}

/// Does jobs one after the other. One that fails is tried again, later each time.
pub async fn run_each<'a, E: Into<JobFailure>>(
    games: &Games,
    claimed: &'a [ClaimedJob],
    run: impl Fn(&'a ClaimedJob) -> BoxFuture<'a, Result<Next, E>> + Send + Sync,
) -> Result<usize, StoreError> {
    for job in claimed {
        if games.clock.now() >= job.leased_until {
            // Another process may have claimed the rest by now.
            break;
        }
        finish(games, job, catch_panic(run(job)).await.map(|result| result.map_err(Into::into))).await?;
    }
    Ok(claimed.len())
}

async fn finish(
    games: &Games,
    job: &ClaimedJob,
    result: Result<Result<Next, JobFailure>, String>,
) -> Result<(), StoreError> {
    let problem = match result {
        Ok(Ok(Next::Done)) => return games.store.finish_job(job, None).await,
        Ok(Ok(Next::At(next))) => return games.store.finish_job(job, Some(next)).await,
        Ok(Ok(Next::Again)) => None,
        Ok(Err(JobFailure::Store(cause))) if cause.is_final() => return Err(cause),
        Ok(Err(failure)) => Some(failure.to_string()),
        Err(panic) => Some(panic),
    };
    if let Some(problem) = problem {
        log_failed_job(job, &problem);
    }
    games.store.retry_job(job, games.clock.now().plus(retry_pause_ms(job.attempts))).await
}

/// Claims due jobs of one kind and does them; returns how many. A job that fails does not stop the others.
///
/// # Errors
/// If the store fails.
pub async fn run_due<J: Job + ?Sized>(games: &Games, work: &J) -> Result<usize, StoreError> {
    let now = games.clock.now();
    let claimed = games.store.claim_jobs(work.kind(), now, now.plus(work.lease_ms()), work.batch()).await?;
    work.run(games, &claimed).await
}

fn retry_pause_ms(attempts: u32) -> i64 {
    let factor = 4_i64.saturating_pow(attempts.saturating_sub(1));
    FIRST_RETRY_MS.saturating_mul(factor).min(LONGEST_RETRY_MS)
}

/// Logs the first failure of a job for the host; the others are the same.
fn log_failed_job(job: &ClaimedJob, problem: &str) {
    let ClaimedJob { kind, key, attempts, .. } = job;
    if *attempts <= 1 {
        error!(event = "job_failed", %kind, key, error = %problem, "The job {kind} of {key} failed: {problem}");
    } else {
        debug!(%kind, key, attempts, error = %problem, "The job {kind} of {key} failed again: {problem}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_before_another_try_grows_to_a_minute() {
        let pauses: Vec<i64> = [1, 2, 3, 8, 9, u32::MAX].into_iter().map(retry_pause_ms).collect();
        assert_eq!(pauses, [10_000, 40_000, 60_000, 60_000, 60_000, 60_000]);
    }
}
