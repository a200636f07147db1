//! Group commit: a task takes all waiting commits, writes them as a batch, flushes to disk once, and answers. Same
//! durability, several times the throughput with many concurrent writers.

use std::sync::Arc;
use std::time::Instant;

use base::catch_panic::catch_panic;
use base::crash_point::{self, Point};
use futures::future::{BoxFuture, join_all};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::store::commit::Commit;
use crate::store::connection::pool::{Connection, Pool};
use crate::store::error::{CommitError, Result, StoreError};
use crate::store::write::bulk::{self, CommitKind};
use crate::store::write::commit::{apply, in_transaction, write_single};

/// Length of the queue. Further jobs wait in their callers.
const QUEUE: usize = 1024;

/// Jobs per batch.
const BATCH: usize = 64;

type Outcome = Result<(), CommitError>;

pub type Written = (Arc<Commit>, CommitKind);

enum BatchOutcome {
    Now(Outcome),
    /// The commit continues on its own, because it has to wait, for example for the lock of its game. The batch does
    /// not wait.
    Later(BoxFuture<'static, Outcome>),
}

struct Job {
    commits: Vec<Written>,
    /// While the database fails, a job that waits longer is refused.
    until: Instant,
    answer: oneshot::Sender<Vec<Outcome>>,
}

/// Hands commits to the writer tasks.
#[derive(Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the tasks. They end when the last clone of the writer is dropped.
    pub fn start(pool: Pool) -> Self {
        Self::with_tasks(pool.engine().writers, move |commits| {
            let pool = pool.clone();
            async move {
                if pool.engine().nested_writes {
                    write_in_one_statement(&pool, &commits).await
                } else {
                    write_batch(&pool, &commits).await
                }
            }
        })
    }

    /// Starts tasks that call `write_batch`.
    fn with_tasks<F>(tasks: usize, write_batch: impl Fn(Vec<Written>) -> F + Clone + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Vec<BatchOutcome>>> + Send,
    {
        let (jobs, waiting) = mpsc::channel::<Job>(QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..tasks {
            let (waiting, write_batch) = (Arc::clone(&waiting), write_batch.clone());
            tokio::spawn(async move {
                let (mut batch, mut is_failing) = (Vec::with_capacity(BATCH), false);
                // One task at a time receives; the others write or wait for their turn to receive.
                while waiting.lock().await.recv_many(&mut batch, BATCH).await > 0 {
                    is_failing = run_batch(&write_batch, &mut batch, is_failing).await;
                }
            });
        }
        Self { jobs }
    }

    /// Queues a commit and waits for its outcome, but not beyond `until` while the database fails.
    pub async fn write(&self, commit: Arc<Commit>, kind: CommitKind, until: Instant) -> Outcome {
        self.write_all(vec![(commit, kind)], until).await?.pop().unwrap_or(Ok(()))
    }

    /// Queues commits as one job.
    pub async fn write_all(&self, commits: Vec<Written>, until: Instant) -> Result<Vec<Outcome>> {
        let (answer, outcomes) = oneshot::channel();
        self.jobs.send(Job { commits, until, answer }).await.map_err(|_| StoreError::WriterStopped)?;
        outcomes.await.map_err(|_| StoreError::WriterStopped)
    }

    pub async fn stopped(&self) {
        self.jobs.closed().await;
    }
}

/// Writes a batch and returns whether the database is failing. `is_failing` is the result of the batch before.
async fn run_batch<F>(write_batch: &impl Fn(Vec<Written>) -> F, batch: &mut Vec<Job>, is_failing: bool) -> bool
where
    F: Future<Output = Result<Vec<BatchOutcome>>>,
{
    let now = Instant::now();
    for late in batch.extract_if(.., |job| is_failing && job.until < now) {
        refuse_all(late, "the database is busy");
    }
    if batch.is_empty() {
        return is_failing;
    }
    let commits = batch.iter().flat_map(|job| job.commits.iter().cloned()).collect();
    match catch_panics(write_batch(commits)).await {
        Ok(answers) => {
            let mut answers = answers.into_iter();
            for job in batch.drain(..) {
                let of_job = answers.by_ref().take(job.commits.len()).collect();
                answer(of_job, job.answer);
            }
        }
        // Nothing of the batch is on disk, because another process is writing. Single commits would fail too.
        Err(StoreError::Database { problem, transient: true }) => {
            for job in batch.drain(..) {
                refuse_all(job, &problem);
            }
            return true;
        }
        // Nothing of the batch is on disk. Each commit is tried on its own, so that only the bad one fails.
        Err(_) => {
            for job in batch.drain(..) {
                let mut answers = Vec::with_capacity(job.commits.len());
                for commit in job.commits {
                    match catch_panics(write_batch(vec![commit])).await {
                        Ok(one) => answers.extend(one),
                        Err(error) => answers.push(BatchOutcome::Now(Err(error.into()))),
                    }
                }
                answer(answers, job.answer);
            }
        }
    }
    false
}

/// Sends the outcomes, in a task of its own if some of them are still pending.
fn answer(answers: Vec<BatchOutcome>, reply_to: oneshot::Sender<Vec<Outcome>>) {
    let finished = async |answer| match answer {
        BatchOutcome::Now(outcome) => outcome,
        BatchOutcome::Later(work) => {
            catch_panics(async { Ok(work.await) }).await.unwrap_or_else(|error| Err(error.into()))
        }
    };
    // Sending fails if the caller was cancelled; the commit stays written.
    if answers.iter().all(|answer| matches!(answer, BatchOutcome::Now(_))) {
        let now = |answer| if let BatchOutcome::Now(outcome) = answer { Some(outcome) } else { None };
        let _ = reply_to.send(answers.into_iter().filter_map(now).collect());
    } else {
        tokio::spawn(async move { reply_to.send(join_all(answers.into_iter().map(finished)).await) });
    }
}

/// Fails all commits of a job with a transient error.
fn refuse_all(job: Job, problem: &str) {
    let again = || StoreError::Database { problem: problem.to_owned(), transient: true };
    let _ = job.answer.send(job.commits.iter().map(|_| Err(again().into())).collect());
}

/// Turns a panic into an error of this batch; its transaction is rolled back.
async fn catch_panics<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    catch_panic(work).await.unwrap_or_else(|panic| Err(StoreError::of_panic(panic)))
}

/// Writes all commits in one transaction. An error means that none is on disk. A refused commit has written nothing,
/// so it needs no savepoint.
async fn write_batch(pool: &Pool, commits: &[Written]) -> Result<Vec<BatchOutcome>> {
    let mut connection = pool.begin().await?;
    let outcomes = write_all_in(&mut connection, commits).await;
    if outcomes.is_ok() {
        crash_point::point(Point::WrittenNotCommitted);
        connection.commit().await?;
        crash_point::point(Point::CommitUnacknowledged);
    } else {
        connection.roll_back().await;
    }
    outcomes
}

/// Writes plain commits table by table first, then the others and the refused ones singly, which also finds the reason
/// of a refusal.
async fn write_all_in(connection: &mut Connection, commits: &[Written]) -> Result<Vec<BatchOutcome>> {
    let are_written = write_plain(connection, commits).await?;
    let mut outcomes = Vec::with_capacity(commits.len());
    for ((commit, kind), is_written) in commits.iter().zip(are_written) {
        let outcome = if is_written { Ok(()) } else { apply(connection, commit, *kind).await };
        match outcome {
            Err(CommitError::Store(error)) => return Err(error),
            outcome => outcomes.push(BatchOutcome::Now(outcome)),
        }
    }
    Ok(outcomes)
}

/// Writes plain commits table by table. Returns which commits were written.
async fn write_plain(connection: &mut Connection, commits: &[Written]) -> sqlx::Result<Vec<bool>> {
    let indexes = bulk::batchable(commits);
    let plain: Vec<&Commit> = indexes.iter().map(|index| commits[*index].0.as_ref()).collect();
    let changed_games = bulk::write(connection, &plain).await?;
    let mut are_written = vec![false; commits.len()];
    for (index, commit) in indexes.into_iter().zip(plain) {
        are_written[index] = changed_games.contains(&commit.game.game_id);
    }
    Ok(are_written)
}

/// Writes plain commits in one statement, which is a transaction and skips locked games. The others, and all of them
/// if the statement fails, are written singly.
async fn write_in_one_statement(pool: &Pool, commits: &[Written]) -> Result<Vec<BatchOutcome>> {
    let result = write_plain(&mut pool.acquire().await?, commits).await;
    let was_tried = result.is_ok();
    let are_written = result.unwrap_or_else(|_| vec![false; commits.len()]);
    if are_written.contains(&true) {
        crash_point::point(Point::CommitUnacknowledged);
    }
    let outcome = |((commit, kind), is_written): (&Written, bool)| {
        if is_written {
            return BatchOutcome::Now(Ok(()));
        }
        let (pool, commit, kind) = (pool.clone(), Arc::clone(commit), *kind);
        BatchOutcome::Later(Box::pin(async move {
            if was_tried {
                in_transaction(&pool, &commit, kind).await
            } else {
                write_single(&pool, &commit, kind).await
            }
        }))
    };
    Ok(commits.iter().zip(are_written).map(outcome).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::domain::{
        Action, Challenge, ChannelId, Game, GameId, GameLocation, Pace, RequestId, Setup, TimeControl, Timestamp,
        UserId,
    };

    use crate::store::database::sqlite;

    use super::*;

    fn commit(detail: &str) -> Commit {
        let now = Timestamp(0);
        let place = GameLocation { guild_id: None, channel_id: ChannelId(1), thread_id: None };
        let challenge =
            Challenge { challenger: UserId(1), has_random_colors: false, is_rated: false, created_at: now, seek: None };
        let time_control = TimeControl::of(Pace::Unlimited);
        let game = Game::offered(GameId(1), Setup::stored("abalone"), time_control, place, challenge);
        let detail = Some(detail.to_owned());
        Commit { detail, ..Commit::of(game, RequestId(1), None, Action::Play, now) }
    }

    /// Accepts every commit, but fails or panics on these details.
    async fn fake_batch(commits: Vec<Written>) -> Result<Vec<BatchOutcome>> {
        let has = |detail| commits.iter().any(|(commit, _)| commit.detail.as_deref() == Some(detail));
        if has("fail") || has("busy") {
            return Err(StoreError::Database { problem: "for a test".to_owned(), transient: has("busy") });
        }
        assert!(commits.iter().all(|(commit, _)| commit.detail.as_deref() != Some("panic")), "for a test");
        let answer = |(commit, _): &Written| match commit.detail.as_deref() {
            Some("later") => BatchOutcome::Later(Box::pin(async { Err(CommitError::Stale) })),
            Some("panic later") => BatchOutcome::Later(Box::pin(async { panic!("for a test") })),
            Some("wait") => BatchOutcome::Later(Box::pin(std::future::pending())),
            _ => BatchOutcome::Now(Ok(())),
        };
        Ok(commits.iter().map(answer).collect())
    }

    async fn write_concurrently(writer: &Writer, details: &[&str]) -> Vec<bool> {
        let all = details.iter().map(|detail| {
            writer.write(Arc::new(commit(detail)), CommitKind::Change, Instant::now() + Duration::from_secs(9))
        });
        futures::future::join_all(all).await.iter().map(Result::is_ok).collect()
    }

    #[tokio::test]
    async fn one_bad_commit_fails_alone_and_the_writer_continues() {
        let writer = Writer::with_tasks(2, fake_batch);
        for bad in ["fail", "panic"] {
            assert_eq!(write_concurrently(&writer, &["play", bad, "play"]).await, [true, false, true], "{bad}");
            assert_eq!(write_concurrently(&writer, &["play"]).await, [true], "after {bad}");
        }
    }

    #[tokio::test]
    async fn a_commit_that_has_waited_long_is_refused_only_while_the_database_fails() {
        let writer = Writer::with_tasks(1, fake_batch);
        let past = Instant::now().checked_sub(Duration::from_secs(1)).expect("an instant");
        let write = async |detail: &str, until| writer.write(Arc::new(commit(detail)), CommitKind::Change, until).await;
        assert!(write("play", past).await.is_ok(), "its turn has come");
        write("busy", past).await.expect_err("for a test");
        let problem = write("play", past).await.expect_err("it has waited long").to_string();
        assert!(problem.contains("the database is busy"), "{problem}");
        assert!(write("play", Instant::now() + Duration::from_secs(9)).await.is_ok());
        assert!(write("play", past).await.is_ok(), "it works again");
    }

    #[tokio::test]
    async fn a_commit_waits_for_the_connection_as_long_as_others_have_it() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let store = sqlite::open(&folder.path().join("games.db")).await?;
        let Pool::Sqlite(pool) = &store.write else { anyhow::bail!("SQLite") };
        assert!(pool.options().get_acquire_timeout() >= Duration::from_mins(1));
        let connection = store.write.acquire().await?;
        let creating = store.create(large(1));
        tokio::pin!(creating);
        for _ in 0..9 {
            assert!(futures::poll!(creating.as_mut()).is_pending());
            tokio::task::yield_now().await;
        }
        drop(connection);
        Ok(creating.await?)
    }

    /// Large enough that the database has to grow.
    fn large(number: i64) -> Commit {
        let detail = "x".repeat(100_000);
        let commit = commit(&detail);
        let game = Game { game_id: GameId(number), ..commit.game };
        Commit { game, request: RequestId(number.cast_unsigned()), ..commit }
    }

    #[tokio::test]
    async fn writes_are_refused_while_the_database_is_full_and_succeed_afterwards() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let store = sqlite::open(&folder.path().join("games.db")).await?;
        store.create(large(1)).await?;
        store.change("pragma max_page_count = 1", Vec::new()).await?;
        for number in 2..6 {
            let problem = store.create(large(number)).await.expect_err("full").to_string();
            assert!(problem.contains("database or disk is full (code 13); free some space on its disk"), "{problem}");
            assert!(store.game(GameId(number)).await?.is_none());
        }
        store.change("pragma max_page_count = 100000", Vec::new()).await?;
        for number in 2..6 {
            store.create(large(number)).await?;
        }
        assert_eq!(store.games_after(None, 9).await?.len(), 5);
        Ok(())
    }

    #[tokio::test]
    async fn a_connection_that_became_read_only_is_replaced() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let store = sqlite::open(&folder.path().join("games.db")).await?;
        let make_read_only = async || store.change("pragma query_only = 1", Vec::new()).await;
        for number in 1..4 {
            make_read_only().await?;
            let problem = store.set_note("key", "value").await.expect_err("read-only").to_string();
            assert!(problem.contains("attempt to write a readonly database (code 8); make the file"), "{problem}");
            store.set_note("key", "value").await?;
            // A commit is retried at once.
            make_read_only().await?;
            store.create(large(number)).await?;
        }
        assert_eq!(store.games_after(None, 9).await?.len(), 3);
        Ok(())
    }

    #[tokio::test]
    async fn a_waiting_commit_does_not_block_others() {
        let writer = Writer::with_tasks(1, fake_batch);
        let waiting = write_concurrently(&writer, &["wait"]);
        tokio::pin!(waiting);
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        assert_eq!(write_concurrently(&writer, &["play", "later", "panic later"]).await, [true, false, false]);
        assert_eq!(write_concurrently(&writer, &["play"]).await, [true]);
        assert!(futures::poll!(waiting).is_pending());
    }

    #[tokio::test]
    async fn the_end_of_the_writer_is_detected() {
        let (jobs, waiting) = mpsc::channel(1);
        let writer = Writer { jobs };
        let stopped = writer.stopped();
        tokio::pin!(stopped);
        assert!(futures::poll!(stopped.as_mut()).is_pending());
        drop(waiting);
        stopped.await;
        assert_eq!(write_concurrently(&writer, &["play"]).await, [false]);
    }
}
