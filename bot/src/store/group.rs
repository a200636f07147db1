//! Group commit: one task, or a few where others may write at the same time, drains whatever waits, carries out all of it
//! together, flushes to the disk once, then answers everybody. Same durability, a multiple of the throughput when many write at once.

use std::sync::Arc;
use std::time::Instant;

use crate::crash_point::Point;
use futures::future::{BoxFuture, join_all};
use sqlx::Pool;
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::catch_panic::catch_panic;
use crate::crash_point;
use crate::store::bulk;
use crate::store::commit::Commit;
use crate::store::engine::Engine;
use crate::store::error::{CommitError, StoreError};
use crate::store::failures::{failed, in_time};
use crate::store::writing::{Kind, alone, apply, in_transaction};

/// Jobs that wait at most; more wait in their own tasks.
const QUEUE: usize = 1024;

/// Jobs that share one flush at most.
const BATCH: usize = 64;

type Outcome = Result<(), CommitError>;

/// A commit and what it does.
pub(crate) type Written = (Arc<Commit>, Kind);

/// What came of a commit that was to be carried out with others.
enum Answer {
    Now(Outcome),
    /// It has to wait, for somebody else who has its game, say: nobody else shall wait with it.
    Later(BoxFuture<'static, Outcome>),
}

struct Job {
    commits: Vec<Written>,
    /// When it is given up, if it has not been begun.
    until: Instant,
    answer: oneshot::Sender<Vec<Outcome>>,
}

/// The way to the tasks that write.
#[derive(Clone)]
pub(crate) struct Writer {
    jobs: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the tasks. They end when the last clone of the writer is gone.
    pub(crate) fn start<DB: Engine>(pool: Pool<DB>) -> Self {
        Self::over(DB::WRITERS, move |commits| {
            let pool = pool.clone();
            async move { if DB::NESTED_WRITES { at_once(&pool, &commits).await } else { together(&pool, &commits).await } }
        })
    }

    /// The same over whatever carries out commits together.
    fn over<F>(tasks: usize, together: impl Fn(Vec<Written>) -> F + Clone + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Vec<Answer>, StoreError>> + Send,
    {
        let (jobs, waiting) = mpsc::channel::<Job>(QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..tasks {
            let (waiting, together) = (Arc::clone(&waiting), together.clone());
            tokio::spawn(async move {
                let mut batch = Vec::with_capacity(BATCH);
                // One of the tasks listens; the others write, or wait to listen.
                while waiting.lock().await.recv_many(&mut batch, BATCH).await > 0 {
                    carry_out(&together, &mut batch).await;
                }
            });
        }
        Self { jobs }
    }

    /// Hands over a commit and waits until it is on the disk, or refused. What could not be begun until then is not done.
    pub(crate) async fn write(&self, commit: Arc<Commit>, kind: Kind, until: Instant) -> Outcome {
        self.write_all(vec![(commit, kind)], until).await?.pop().unwrap_or(Ok(()))
    }

    /// The same with many that stay together.
    pub(crate) async fn write_all(&self, commits: Vec<Written>, until: Instant) -> Result<Vec<Outcome>, StoreError> {
        let (answer, outcomes) = oneshot::channel();
        self.jobs.send(Job { commits, until, answer }).await.map_err(|_| stopped())?;
        outcomes.await.map_err(|_| stopped())
    }

    /// Waits for the end of the tasks.
    pub(crate) async fn gone(&self) {
        self.jobs.closed().await;
    }
}

fn stopped() -> StoreError {
    StoreError::Database { problem: "the writer has stopped".to_owned(), transient: false }
}

async fn carry_out<F>(together: &impl Fn(Vec<Written>) -> F, batch: &mut Vec<Job>)
where
    F: Future<Output = Result<Vec<Answer>, StoreError>>,
{
    let now = Instant::now();
    for late in batch.extract_if(.., |job| job.until < now) {
        refuse_all(late, "the database is busy");
    }
    if batch.is_empty() {
        return;
    }
    let commits = batch.iter().flat_map(|job| job.commits.iter().cloned()).collect();
    match catch_panics(together(commits)).await {
        Ok(answers) => {
            let mut answers = answers.into_iter();
            for job in batch.drain(..) {
                let of_job = answers.by_ref().take(job.commits.len()).collect();
                answer(of_job, job.answer);
            }
        }
        // Nothing of the batch is on the disk, because somebody else writes: nobody of it would fare better alone.
        Err(StoreError::Database { problem, transient: true }) => {
            for job in batch.drain(..) {
                refuse_all(job, &problem);
            }
        }
        // Nothing of the batch is on the disk: each one by itself, so that one bad commit fails alone.
        Err(_) => {
            for job in batch.drain(..) {
                let mut answers = Vec::with_capacity(job.commits.len());
                for commit in job.commits {
                    match catch_panics(together(vec![commit])).await {
                        Ok(one) => answers.extend(one),
                        Err(error) => answers.push(Answer::Now(Err(error.into()))),
                    }
                }
                answer(answers, job.answer);
            }
        }
    }
}

/// Tells whoever asked, at once or when all that has to wait is done; the writer goes on.
fn answer(answers: Vec<Answer>, asker: oneshot::Sender<Vec<Outcome>>) {
    let settled = async |answer| match answer {
        Answer::Now(outcome) => outcome,
        Answer::Later(work) => catch_panics(async { Ok(work.await) }).await.unwrap_or_else(|error| Err(error.into())),
    };
    // Nobody listens when the asker has gone away; what was written stays written.
    if answers.iter().all(|answer| matches!(answer, Answer::Now(_))) {
        let now = |answer| if let Answer::Now(outcome) = answer { Some(outcome) } else { None };
        let _ = asker.send(answers.into_iter().filter_map(now).collect());
    } else {
        tokio::spawn(async move { asker.send(join_all(answers.into_iter().map(settled)).await) });
    }
}

/// For a reason that passes.
fn refuse_all(job: Job, problem: &str) {
    let again = || StoreError::Database { problem: problem.to_owned(), transient: true };
    let _ = job.answer.send(job.commits.iter().map(|_| Err(again().into())).collect());
}

/// A panic is an error of what was being written, not the end of all writing: its transaction is rolled back.
async fn catch_panics<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    catch_panic(work).await.unwrap_or_else(|problem| Err(StoreError::Database { problem, transient: false }))
}

/// Carries out all of them in one transaction; an error means that none is on the disk. What is refused has written nothing, so
/// the others need not be kept apart from it.
async fn together<DB: Engine>(pool: &Pool<DB>, commits: &[Written]) -> Result<Vec<Answer>, StoreError> {
    let mut transaction = pool.begin_with(DB::BEGIN_WRITE).await.map_err(failed)?;
    match all_in::<DB>(&mut transaction, commits).await {
        Ok(outcomes) => {
            crash_point::point(Point::Written);
            transaction.commit().await.map_err(failed)?;
            crash_point::point(Point::Committed);
            Ok(outcomes.into_iter().map(Answer::Now).collect())
        }
        Err(error) => {
            transaction.rollback().await.map_err(failed)?;
            match error {
                CommitError::Store(error) => Err(error),
                refused if commits.len() == 1 => Ok(vec![Answer::Now(Err(refused))]),
                other => Err(StoreError::Database { problem: other.to_string(), transient: false }),
            }
        }
    }
}

/// The usual ones first, table by table; then the others, and those that were refused, each by itself: it says why.
async fn all_in<DB: Engine>(connection: &mut DB::Connection, commits: &[Written]) -> Result<Vec<Outcome>, CommitError> {
    let mut outcomes = usual::<DB>(connection, commits).await.map_err(failed)?;
    for ((commit, kind), outcome) in commits.iter().zip(&mut outcomes) {
        if outcome.is_none() {
            *outcome = Some(apply::<DB>(connection, commit, *kind).await?.map_err(CommitError::from));
        }
    }
    Ok(outcomes.into_iter().flatten().collect())
}

/// Carries out what can be carried out table by table; `None` for all that nothing was written of.
async fn usual<DB: Engine>(connection: &mut DB::Connection, commits: &[Written]) -> sqlx::Result<Vec<Option<Outcome>>> {
    let chosen = bulk::together(commits);
    let plain: Vec<&Commit> = chosen.iter().map(|place| commits[*place].0.as_ref()).collect();
    let changed = bulk::write::<DB>(connection, &plain).await?;
    let mut outcomes: Vec<Option<Outcome>> = commits.iter().map(|_| None).collect();
    for (place, commit) in chosen.into_iter().zip(plain) {
        outcomes[place] = changed.contains(&commit.game.game_id).then_some(Ok(()));
    }
    Ok(outcomes)
}

/// Carries out the usual ones in one statement, which is a transaction and waits for no game that somebody else has. Of the others,
/// and of all when it fails, each is to be carried out by itself: what one of them meets is no matter of the others.
async fn at_once<DB: Engine>(pool: &Pool<DB>, commits: &[Written]) -> Result<Vec<Answer>, StoreError> {
    let mut connection = pool.acquire().await.map_err(failed)?;
    let (done, in_time) = in_time(DB::ANSWERS_WITHIN, usual::<DB>(&mut connection, commits)).await;
    if !in_time {
        connection.close_on_drop();
    }
    let later = |(commit, kind): &Written, tried: bool| {
        let (pool, commit, kind) = (pool.clone(), Arc::clone(commit), *kind);
        Answer::Later(Box::pin(async move {
            if tried { in_transaction(&pool, &commit, kind).await } else { alone(&pool, &commit, kind).await }
        }))
    };
    let Ok(outcomes) = done else { return Ok(commits.iter().map(|commit| later(commit, false)).collect()) };
    if outcomes.iter().any(Option::is_some) {
        crash_point::point(Point::Committed);
    }
    let answers = outcomes.into_iter().zip(commits);
    Ok(answers.map(|(outcome, commit)| outcome.map_or_else(|| later(commit, true), Answer::Now)).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::domain::{
        Action, ChannelId, Game, GameId, GamePlace, Pace, Phase, RequestId, TimeControl, Timestamp, UserId,
    };

    use super::*;

    fn commit(detail: &str) -> Commit {
        let now = Timestamp(0);
        let game = Game {
            game_id: GameId(1),
            version: 0,
            phase: Phase::Offered,
            setup: String::new(),
            time_control: TimeControl::of(Pace::Unlimited),
            place: GamePlace { guild_id: None, channel_id: ChannelId(1), thread_id: None },
            ply: 0,
            to_move: None,
            challenger: UserId(1),
            has_random_colors: false,
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
            terms: crate::domain::Terms::default(),
            lines: 0,
        };
        Commit {
            game,
            request: RequestId(1),
            actor: None,
            action: Action::Play,
            seats: None,
            keep: None,
            plies: Vec::new(),
            lines: None,
            detail: Some(detail.to_owned()),
            notices: Vec::new(),
            reminded: None,
            now,
        }
    }

    /// Carries out everything, but fails or panics when asked to do this.
    async fn carrying_out(commits: Vec<Written>) -> Result<Vec<Answer>, StoreError> {
        if commits.iter().any(|(commit, _)| commit.detail.as_deref() == Some("fail")) {
            return Err(StoreError::Database { problem: "for a test".to_owned(), transient: false });
        }
        assert!(commits.iter().all(|(commit, _)| commit.detail.as_deref() != Some("panic")), "for a test");
        let answer = |(commit, _): &Written| match commit.detail.as_deref() {
            Some("later") => Answer::Later(Box::pin(async { Err(CommitError::Stale) })),
            Some("panic later") => Answer::Later(Box::pin(async { panic!("for a test") })),
            Some("wait") => Answer::Later(Box::pin(std::future::pending())),
            _ => Answer::Now(Ok(())),
        };
        Ok(commits.iter().map(answer).collect())
    }

    async fn write_together(writer: &Writer, actions: &[&'static str]) -> Vec<bool> {
        let all = actions.iter().map(|action| {
            writer.write(Arc::new(commit(action)), Kind::Change, Instant::now() + Duration::from_secs(9))
        });
        futures::future::join_all(all).await.iter().map(Result::is_ok).collect()
    }

    #[tokio::test]
    async fn one_bad_commit_fails_alone_and_the_writer_goes_on() {
        let writer = Writer::over(2, carrying_out);
        for bad in ["fail", "panic"] {
            assert_eq!(write_together(&writer, &["play", bad, "play"]).await, [true, false, true], "{bad}");
            assert_eq!(write_together(&writer, &["play"]).await, [true], "after {bad}");
        }
    }

    #[tokio::test]
    async fn what_has_to_wait_keeps_nobody_else() {
        let writer = Writer::over(1, carrying_out);
        let waiting = write_together(&writer, &["wait"]);
        tokio::pin!(waiting);
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        assert_eq!(write_together(&writer, &["play", "later", "panic later"]).await, [true, false, false]);
        assert_eq!(write_together(&writer, &["play"]).await, [true]);
        assert!(futures::poll!(waiting).is_pending());
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
