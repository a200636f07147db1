//! The store: runs statements on its database. What it reads and writes of an aggregate stands in the module of the aggregate.

use std::sync::Arc;
use std::time::Instant;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::domain::GameId;
use crate::metrics::{self, StoreWork};
use crate::store::connection::door::{Door, StoreCall};
use crate::store::connection::engine::{Arg, Engine, Statement, args};
use crate::store::connection::failures::{Backoff, SHORT_READ};
use crate::store::connection::pool::{Pool, Row};
use crate::store::database::open_file::DatabaseFile;
use crate::store::error::{Result, StoreError};
use crate::store::rows::Reader;
use crate::store::write::group::Writer;
use crate::store::{availability, json};

/// Each method is one question or one atomic change.
pub struct Store {
    pub(super) read: Pool,
    pub(super) write: Pool,
    /// The group commit. Without it each commit is a transaction of its own.
    pub(super) writer: Option<Writer>,
    /// The file, if the database is one; locked against other processes while the store is open.
    pub(super) file: Option<DatabaseFile>,
    /// Who stands between this store and its database.
    pub(super) door: Option<Arc<dyn Door>>,
}

impl Store {
    /// Waits for running statements and closes the connections.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }

    /// Waits until the store can no longer be used, which happens only after a failure; gives the reason.
    pub async fn failed(&self) -> StoreError {
        let stopped = async {
            match &self.writer {
                Some(writer) => writer.stopped().await,
                None => std::future::pending().await,
            }
        };
        let lost = async {
            match &self.file {
                Some(file) => file.wait_until_lost().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = stopped => StoreError::WriterStopped,
            error = lost => error,
        }
    }

    /// Games ordered by id, beginning after the id `after`; at most `limit`.
    pub async fn games_after(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where game_id > $1 order by game_id limit $2";
        self.list("game", sql, args![after.map_or(i64::MIN, |game| game.0), limit], Reader::game).await
    }

    pub(super) const fn engine(&self) -> &'static Engine {
        self.write.engine()
    }

    /// Every call goes through here, with its retries. Its future is boxed: what calls the store would otherwise become large.
    pub(super) async fn through_door<T: Send, E: From<StoreError> + Send>(
        &self,
        call: StoreCall<'_>,
        work: BoxFuture<'_, Result<T, E>>,
    ) -> Result<T, E> {
        let Some(door) = &self.door else { return work.await };
        let mut outcome = None;
        let work = async {
            let done = work.await;
            let has_succeeded = done.is_ok();
            outcome = Some(done);
            has_succeeded
        };
        door.pass(call, work.boxed()).await?;
        outcome.unwrap_or_else(|| Err(StoreError::Closed.into()))
    }

    pub(crate) async fn rows(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<Row>> {
        let reading = async {
            match run_alone(&self.read, StoreWork::Read, sql, args).await {
                Err(error) => Err(self.cause_of(error).await),
                done => done,
            }
        };
        self.through_door(StoreCall::Read(sql), reading.boxed()).await
    }

    /// What `read` finds in each row of a table.
    pub(super) async fn list<T>(
        &self,
        table: &'static str,
        sql: &'static str,
        args: Vec<Arg>,
        read: impl Fn(&mut Reader) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.rows(sql, args).await?.into_iter().map(|row| read(&mut Reader::new(table, row))).collect()
    }

    /// What `read` finds in the first row, if there is one.
    pub(super) async fn first<T>(
        &self,
        table: &'static str,
        sql: &'static str,
        args: Vec<Arg>,
        read: impl Fn(&mut Reader) -> Result<T>,
    ) -> Result<Option<T>> {
        self.rows(sql, args).await?.into_iter().next().map(|row| read(&mut Reader::new(table, row))).transpose()
    }

    /// The number that a statement gives; 0 without a row.
    pub(super) async fn count(&self, sql: &'static str, args: Vec<Arg>) -> Result<u32> {
        let count = self.first("game", sql, args, Reader::int).await?;
        Ok(u32::try_from(count.unwrap_or(0)).unwrap_or(u32::MAX))
    }

    /// Runs one statement that changes something; gives the rows that it returns.
    pub(crate) async fn change(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<Row>> {
        let changing = async {
            match run_alone(&self.write, StoreWork::Write, sql, args).await {
                Ok(rows) => {
                    availability::note_change(None);
                    self.check_commit().await.map(|()| rows)
                }
                Err(error) => Err(self.note_refused_change(error).await),
            }
        };
        self.through_door(StoreCall::Change(sql), changing.boxed()).await
    }

    /// Whether a statement has changed a row, which it returns.
    pub(super) async fn change_any(&self, sql: &'static str, args: Vec<Arg>) -> Result<bool> {
        Ok(!self.change(sql, args).await?.is_empty())
    }

    /// Claims what is due, as `read` finds it in the rows that `claim` returns. Usually `is_due`, whose one value is the first of `args`,
    /// finds nothing, and a read does not disturb writers.
    pub(super) async fn claim<T>(
        &self,
        table: &'static str,
        [is_due, claim]: [&'static str; 2],
        args: Vec<Arg>,
        read: impl Fn(&mut Reader) -> Result<T>,
    ) -> Result<Vec<T>> {
        if self.rows(is_due, args[..1].to_vec()).await?.is_empty() {
            return Ok(Vec::new());
        }
        self.change(claim, args).await?.into_iter().map(|row| read(&mut Reader::new(table, row))).collect()
    }

    /// Stored preferences of a player or a server, as JSON.
    pub(super) async fn stored_preferences(&self, sql: &'static str, id: u64) -> Result<Option<String>> {
        Ok(self.first("player", sql, args![id], Reader::opt_text).await?.flatten())
    }

    /// Replaces preferences with the statement `write`, whose values after the first three are `also`, and runs `others` in the same
    /// transaction. `false` when the stored ones are no longer `from`. Values are compared, because another version of the program may
    /// write the same value as a different text. The update itself is conditional on the text that was read.
    pub(super) async fn replace_preferences<T: DeserializeOwned + Serialize + Default + PartialEq>(
        &self,
        table: &'static str,
        [read, write]: [&'static str; 2],
        id: u64,
        [from, to]: [&T; 2],
        also: Vec<Arg>,
        others: impl IntoIterator<Item = Statement>,
    ) -> Result<bool> {
        let stored = self.stored_preferences(read, id).await?;
        if json::read::<T>(table, id, stored.as_deref())? != *from {
            return Ok(false);
        }
        let mut args = args![id, json::to_text(to)?, stored.unwrap_or_default()];
        args.extend(also);
        self.write_steps((write, args), others).await
    }

    /// Runs statements in one transaction, if the first one finds a row; again after a transient failure.
    pub(super) async fn write_steps(
        &self,
        first: Statement,
        others: impl IntoIterator<Item = Statement>,
    ) -> Result<bool> {
        self.write_if_found(first, 1, others).await
    }

    /// Runs statements in one transaction, if the first one finds so many rows; again after a transient failure.
    pub(super) async fn write_if_found(
        &self,
        first: Statement,
        rows: usize,
        others: impl IntoIterator<Item = Statement>,
    ) -> Result<bool> {
        let (name, others) = (first.0, others.into_iter().collect::<Vec<_>>());
        if others.is_empty() && rows == 1 {
            return self.change_any(first.0, first.1).await;
        }
        self.change_with_retries(name, || self.try_to_write_steps(first.clone(), rows, others.clone())).await
    }

    /// Runs a transaction; again after a transient failure.
    pub(super) async fn change_with_retries<T: Send, F>(
        &self,
        name: &'static str,
        transaction: impl Fn() -> F + Send + Sync,
    ) -> Result<T>
    where
        F: Future<Output = Result<T>> + Send,
    {
        let changing = async {
            let mut backoff = Backoff::new();
            loop {
                match transaction().await {
                    Err(error) if error.is_transient() && backoff.wait().await => {}
                    Err(error) => return Err(self.note_refused_change(error).await),
                    Ok(done) => return self.check_commit().await.map(|()| done),
                }
            }
        };
        self.through_door(StoreCall::Change(name), changing.boxed()).await
    }

    async fn try_to_write_steps(&self, first: Statement, least: usize, others: Vec<Statement>) -> Result<bool> {
        let mut connection = self.write.begin().await?;
        let steps = async {
            if connection.run(first.0, first.1).await?.len() < least {
                return Ok(false);
            }
            for (sql, args) in others {
                connection.run(sql, args).await?;
            }
            Ok(true)
        };
        let done = steps.await;
        connection.end(done).await
    }

    /// Notes that a change was not made; gives why.
    pub(super) async fn note_refused_change(&self, error: StoreError) -> StoreError {
        availability::note_change(Some(&error));
        self.cause_of(error).await
    }

    /// Moves the log of changes into the file as far as nobody reads what was there before.
    pub(super) async fn move_log(&self) {
        // What cannot be moved stays in the log: nothing is lost, and a disk that fails refuses the next change.
        let _ = run_alone(&self.write, StoreWork::Write, "pragma wal_checkpoint(passive)", Vec::new()).await;
    }

    /// Why a statement failed: a file that is no longer the one that was opened explains every other error.
    async fn cause_of(&self, error: StoreError) -> StoreError {
        let looked = match (&error, &self.file) {
            (StoreError::Database { problem, .. }, Some(file)) if problem.contains(SHORT_READ) => {
                self.stop_if_lost(Err(file.declare_log_cut()))
            }
            (StoreError::Database { transient: false, .. }, Some(_)) => self.compare_file().await,
            _ => Ok(()),
        };
        looked.err().unwrap_or(error)
    }

    /// Ends all writing where the file is not the one that this process writes: nobody is told of a move that no later start can find.
    pub(super) async fn compare_file(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        self.stop_if_lost(file.compare().await)
    }

    /// The same after each commit, before anybody is told of it.
    pub(super) async fn check_commit(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        self.stop_if_lost(file.check_commit().await)
    }

    fn stop_if_lost(&self, looked: Result<()>) -> Result<()> {
        looked.inspect_err(|_| {
            // The rest of closing the pool happens when the store is closed.
            let _ = self.write.close().now_or_never();
        })
    }
}

/// Runs one statement as a transaction of its own, again after a transient failure.
async fn run_alone(pool: &Pool, work: StoreWork, sql: &'static str, args: Vec<Arg>) -> Result<Vec<Row>> {
    let (mut backoff, began) = (Backoff::new(), Instant::now());
    loop {
        let done = match pool.acquire().await {
            Ok(mut connection) => connection.run(sql, args.clone()).await,
            Err(error) => Err(error),
        };
        match done.map_err(StoreError::from) {
            Err(error) if error.is_transient() && backoff.wait().await => {}
            done => {
                metrics::store(work, began, done.is_ok());
                return done;
            }
        }
    }
}
