//! The store, which runs statements on its database. The statements of each aggregate are in its own module.

use std::sync::Arc;
use std::time::Instant;

use base::metrics::{self, StoreWork};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::domain::GameId;
use crate::store::changes::Changes;
use crate::store::connection::engine::{Arg, Engine, Statement, args};
use crate::store::connection::failures::{Backoff, SHORT_READ};
use crate::store::connection::interceptor::{Interceptor, StoreCall};
use crate::store::connection::pool::{Connection, Pool, Row};
use crate::store::database::open_file::DatabaseFile;
use crate::store::error::{Result, StoreError};
use crate::store::rows::Reader;
use crate::store::write::writer::Writer;
use crate::store::{availability, json, snapshot};

/// Each method is one query or one atomic change.
pub struct Store {
    pub(super) read: Pool,
    pub(super) write: Pool,
    /// The group commit. Without it each commit is a transaction of its own.
    pub(super) writer: Option<Writer>,
    /// The file, if the database is one; locked against other processes while the store is open.
    pub(super) file: Option<DatabaseFile>,
    pub(super) changes: Changes,
    /// Intercepts calls in tests and simulations.
    pub(super) interceptor: Option<Arc<dyn Interceptor>>,
}

impl Store {
    /// Waits for running statements and closes the connections.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }

    /// Waits until the store is unusable, which happens only after a failure. Returns the reason.
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

    /// Games by id, after the id `after`; at most `limit`.
    pub async fn games_after(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where game_id > $1 order by game_id limit $2";
        self.list("game", sql, args![after.map_or(i64::MIN, |game| game.0), limit], Reader::game).await
    }

    pub(super) const fn engine(&self) -> &'static Engine {
        self.write.engine()
    }

    /// Every call passes through here, with its retries. Its future is boxed, because the futures of callers would
    /// otherwise become large.
    pub(super) async fn intercepted<T: Send, E: From<StoreError> + Send>(
        &self,
        call: StoreCall<'_>,
        work: BoxFuture<'_, Result<T, E>>,
    ) -> Result<T, E> {
        if matches!(call, StoreCall::Change(_)) {
            snapshot::clear();
        }
        let Some(interceptor) = &self.interceptor else { return work.await };
        let mut outcome = None;
        let work = async {
            let result = work.await;
            let has_succeeded = result.is_ok();
            outcome = Some(result);
            has_succeeded
        };
        interceptor.pass(call, work.boxed()).await?;
        outcome.unwrap_or_else(|| Err(StoreError::Closed.into()))
    }

    pub async fn rows(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<Row>> {
        let reading = async {
            match run_alone(&self.read, StoreWork::Read, sql, args).await {
                Err(error) => Err(self.cause_of(error).await),
                result => result,
            }
        };
        self.intercepted(StoreCall::Read(sql), reading.boxed()).await
    }

    /// Reads each row of a query with `read`.
    pub async fn list<T>(
        &self,
        table: &'static str,
        sql: &'static str,
        args: Vec<Arg>,
        read: impl Fn(&mut Reader) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.rows(sql, args).await?.into_iter().map(|row| read(&mut Reader::new(table, row))).collect()
    }

    /// Reads the first row of a query with `read`, if there is one.
    pub async fn first<T>(
        &self,
        table: &'static str,
        sql: &'static str,
        args: Vec<Arg>,
        read: impl Fn(&mut Reader) -> Result<T>,
    ) -> Result<Option<T>> {
        self.rows(sql, args).await?.into_iter().next().map(|row| read(&mut Reader::new(table, row))).transpose()
    }

    /// The number that a query selects; 0 without a row.
    pub async fn count(&self, sql: &'static str, args: Vec<Arg>) -> Result<u32> {
        let count = self.first("game", sql, args, Reader::int).await?;
        Ok(u32::try_from(count.unwrap_or(0)).unwrap_or(u32::MAX))
    }

    /// Runs one statement that changes something, and returns its rows.
    pub async fn change(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<Row>> {
        let changing = async {
            match run_alone(&self.write, StoreWork::Write, sql, args).await {
                Ok(rows) => {
                    availability::note_change(None);
                    self.check_commit().await.map(|()| rows)
                }
                Err(error) => Err(self.note_refused_change(error).await),
            }
        };
        self.intercepted(StoreCall::Change(sql), changing.boxed()).await
    }

    /// Whether a statement has changed a row, which it returns.
    pub async fn change_any(&self, sql: &'static str, args: Vec<Arg>) -> Result<bool> {
        Ok(!self.change(sql, args).await?.is_empty())
    }

    /// Claims due rows and reads them with `read`. Usually `is_due`, whose one value is the first of `args`, finds
    /// nothing, and a read does not disturb writers.
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

    /// Replaces preferences with the statement `write`, and runs
    /// `others` in the same transaction. `false` if the stored ones are no longer `from`. Values are compared, because
    /// another version of the program may write the same value as a different text. The update itself is conditional
    /// on the text that was read.
    pub(super) async fn replace_preferences<T: DeserializeOwned + Serialize + Default + PartialEq>(
        &self,
        table: &'static str,
        [read, write]: [&'static str; 2],
        id: u64,
        [from, to]: [&T; 2],
        others: impl IntoIterator<Item = Statement>,
    ) -> Result<bool> {
        snapshot::clear();
        let stored = self.stored_preferences(read, id).await?;
        if json::read::<T>(table, id, stored.as_deref())? != *from {
            return Ok(false);
        }
        let args = args![id, json::to_text(to)?, stored.unwrap_or_default()];
        self.write_steps((write, args), others).await
    }

    /// Runs statements in one transaction, if the first one finds a row. Retries after a transient failure.
    pub async fn write_steps(&self, first: Statement, others: impl IntoIterator<Item = Statement>) -> Result<bool> {
        self.write_if_found(first, 1, others).await
    }

    /// Runs statements in one transaction, if the first one finds this many rows. Retries after a transient failure.
    pub async fn write_if_found(
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

    /// Runs a transaction, and retries after a transient failure.
    pub async fn change_with_retries<T: Send, F>(
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
                    Ok(value) => return self.check_commit().await.map(|()| value),
                }
            }
        };
        self.intercepted(StoreCall::Change(name), changing.boxed()).await
    }

    /// Begins a transaction that writes. `change_with_retries` runs it.
    pub async fn begin_write(&self) -> sqlx::Result<Connection> {
        self.write.begin().await
    }

    async fn try_to_write_steps(&self, first: Statement, least: usize, others: Vec<Statement>) -> Result<bool> {
        let mut connection = self.begin_write().await?;
        let steps = async {
            if connection.run(first.0, first.1).await?.len() < least {
                return Ok(false);
            }
            for (sql, args) in others {
                connection.run(sql, args).await?;
            }
            Ok(true)
        };
        let result = steps.await;
        connection.end(result).await
    }

    /// Records that a change was refused, and returns the cause.
    pub(super) async fn note_refused_change(&self, error: StoreError) -> StoreError {
        availability::note_change(Some(&error));
        self.cause_of(error).await
    }

    /// Moves the write-ahead log into the file, as far as nobody still reads the earlier state.
    pub(super) async fn move_log(&self) {
        // The rest stays in the log: nothing is lost, and a failing disk refuses the next change.
        let _ = run_alone(&self.write, StoreWork::Write, "pragma wal_checkpoint(passive)", Vec::new()).await;
    }

    /// The cause of a failed statement. If the file is no longer the one that was opened, that explains every other
    /// error.
    async fn cause_of(&self, error: StoreError) -> StoreError {
        let check = match (&error, &self.file) {
            (StoreError::Database { problem, .. }, Some(file)) if problem.contains(SHORT_READ) => {
                self.stop_if_lost(Err(file.declare_log_cut()))
            }
            (StoreError::Database { transient: false, .. }, Some(_)) => self.compare_file().await,
            _ => Ok(()),
        };
        check.err().unwrap_or(error)
    }

    /// Ends all writing if the file is no longer the one that this process writes, so that no move is confirmed that a
    /// later start cannot find.
    pub(super) async fn compare_file(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        self.stop_if_lost(file.compare().await)
    }

    /// Does the same check after each commit, before it is confirmed.
    pub(super) async fn check_commit(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        self.stop_if_lost(file.check_commit().await)
    }

    fn stop_if_lost(&self, check: Result<()>) -> Result<()> {
        check.inspect_err(|_| {
            // The rest of the pool is closed with the store.
            let _ = self.write.close().now_or_never();
        })
    }
}

/// Runs one statement as a transaction of its own, and retries after a transient failure.
async fn run_alone(pool: &Pool, work: StoreWork, sql: &'static str, args: Vec<Arg>) -> Result<Vec<Row>> {
    let (mut backoff, began) = (Backoff::new(), Instant::now());
    loop {
        let result = match pool.acquire().await {
            Ok(mut connection) => connection.run(sql, args.clone()).await,
            Err(error) => Err(error),
        };
        match result.map_err(StoreError::from) {
            Err(error) if error.is_transient() && backoff.wait().await => {}
            result => {
                metrics::store(work, began, result.is_ok());
                return result;
            }
        }
    }
}
