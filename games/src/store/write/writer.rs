//! Group commit: a task takes all waiting commits, writes them in one transaction, which flushes to the disk once, and answers. Same
//! durability, several times the throughput with many concurrent writers.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use base::catch_panic::catch_panic;
use futures::future::select_all;
use tokio::sync::{mpsc, oneshot};

use crate::store::commit::Commit;
use crate::store::connection::pool::Pool;
use crate::store::error::{CommitError, Result, StoreError};
use crate::store::write::commit::{is_plain, write_commit, write_commits, write_unlocked};

/// Length of the queue. Further commits wait in their callers.
const QUEUE: usize = 1024;

/// Commits per transaction.
const BATCH: usize = 64;

type Outcome = Result<(), CommitError>;

struct Job {
    commit: Arc<Commit>,
    /// While the database fails, a job that waits longer is refused.
    until: Instant,
    answer: oneshot::Sender<Outcome>,
}

impl Job {
    // Sending fails if the caller was cancelled; the commit stays written.
    fn answer(self, outcome: Outcome) {
        let _ = self.answer.send(outcome);
    }
}

pub struct Writer {
    pool: Pool,
    /// One for each task. All commits of a game go to the same one, so that they do not compete.
    queues: Vec<mpsc::Sender<Job>>,
}

impl Writer {
    /// Starts the tasks. They end when the writer is dropped.
    pub fn start(pool: Pool) -> Self {
        let start_task = |_| {
            let (jobs, queue) = mpsc::channel(QUEUE);
            tokio::spawn(write_jobs(pool.clone(), queue));
            jobs
        };
        let queues = (0..pool.engine().writers).map(start_task).collect();
        Self { pool, queues }
    }

    /// Queues a commit and waits for its outcome, but not beyond `until` while the database fails.
    pub async fn write(&self, commit: Arc<Commit>, until: Instant) -> Outcome {
        if self.pool.engine().nested_writes && !is_plain(&commit) {
            return write_commit(&self.pool, &commit).await;
        }
        let (answer, outcome) = oneshot::channel();
        let queue = &self.queues[commit.game.game_id.0 as usize % self.queues.len()];
        queue.send(Job { commit, until, answer }).await.map_err(|_| StoreError::WriterStopped)?;
        outcome.await.map_err(|_| StoreError::WriterStopped)?
    }

    pub async fn stopped(&self) {
        select_all(self.queues.iter().map(|queue| Box::pin(queue.closed()))).await;
    }
}

async fn write_jobs(pool: Pool, mut queue: mpsc::Receiver<Job>) {
    let (mut waiting, mut is_failing) = (Vec::with_capacity(BATCH), false);
    while !waiting.is_empty() || queue.recv_many(&mut waiting, BATCH).await > 0 {
        let (mut games, mut requests) = (HashSet::new(), HashSet::new());
        // Later commits of the same game or request wait for the next transaction.
        let is_first = |job: &mut Job| games.insert(job.commit.game.game_id) && requests.insert(job.commit.request);
        let batch = waiting.extract_if(.., is_first).collect();
        is_failing = Box::pin(write_batch(&pool, batch, is_failing)).await;
    }
}

/// Writes a batch and returns whether the database is failing. `is_failing` is the result of the batch before.
async fn write_batch(pool: &Pool, mut batch: Vec<Job>, is_failing: bool) -> bool {
    let busy = |problem: &str| -> Outcome {
        Err(StoreError::Database { problem: problem.to_owned(), transient: true }.into())
    };
    let now = Instant::now();
    for late in batch.extract_if(.., |job| is_failing && job.until < now) {
        late.answer(busy("the database is busy"));
    }
    if batch.is_empty() {
        return is_failing;
    }
    let has_others = pool.engine().nested_writes;
    let commits: Vec<&Commit> = batch.iter().map(|job| &*job.commit).collect();
    let writing =
        async { if has_others { write_unlocked(pool, &commits).await } else { write_commits(pool, &commits).await } };
    let result = Box::pin(catch_panic(writing)).await.unwrap_or_else(|panic| Err(StoreError::of_panic(panic)));
    // Nothing of the batch is on disk, because another process is writing. Single commits would fail too.
    if let Err(StoreError::Database { problem, transient: true }) = &result
        && !has_others
    {
        for job in batch {
            job.answer(busy(problem));
        }
        return true;
    }
    let games = result.unwrap_or_default();
    for job in batch {
        if games.contains(&job.commit.game.game_id) {
            job.answer(Ok(()));
        } else {
            // It was refused, its game is locked, or another commit of the batch is bad: a task of its own finds out which.
            tokio::spawn(write_alone(pool.clone(), job));
        }
    }
    false
}

async fn write_alone(pool: Pool, job: Job) {
    let outcome = Box::pin(catch_panic(write_commit(&pool, &job.commit))).await;
    job.answer(outcome.unwrap_or_else(|panic| Err(StoreError::of_panic(panic).into())));
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
    async fn the_end_of_the_writer_is_detected() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let store = sqlite::open(&folder.path().join("games.db")).await?;
        let (jobs, queue) = mpsc::channel(1);
        let writer = Writer { pool: store.write.clone(), queues: vec![jobs] };
        let stopped = writer.stopped();
        tokio::pin!(stopped);
        assert!(futures::poll!(stopped.as_mut()).is_pending());
        drop(queue);
        stopped.await;
        let outcome = writer.write(Arc::new(commit("play")), Instant::now()).await;
        assert!(matches!(outcome, Err(CommitError::Store(StoreError::WriterStopped))), "{outcome:?}");
        Ok(())
    }
}
