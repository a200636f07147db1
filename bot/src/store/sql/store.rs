//! The SQL store: one implementation for every [`Engine`], one text for every statement.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use futures::FutureExt as _;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::{Pool, Transaction};

use crate::domain::GameId;
use crate::metrics;
use crate::metrics::StoreWork;
use crate::store::availability;
use crate::store::error::{Result, StoreError};
use crate::store::json;
use crate::store::ports::{Database, Store};
use crate::store::sql::connection::checked_out::CheckedOut;
use crate::store::sql::connection::door::{Door, StoreCall};
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::connection::failures::{Backoff, failed, in_time};
use crate::store::sql::database::open_file::DatabaseFile;
use crate::store::sql::rows::Reader;
use crate::store::sql::write::group::Writer;

/// A statement with its values.
pub(super) type Statement = (&'static str, Vec<Arg>);

pub struct SqlStore<DB: Engine> {
    pub(super) read: Pool<DB>,
    pub(super) write: Pool<DB>,
    /// The group commit. Without it each commit is a transaction of its own.
    pub(super) writer: Option<Writer>,
    /// The file, if the database is one; locked against other processes while the store is open.
    pub(super) file: Option<DatabaseFile>,
    /// Who stands between this store and its database.
    pub(super) door: Option<Arc<dyn Door>>,
}

impl<DB: Engine> SqlStore<DB> {
    pub(crate) fn new(read: Pool<DB>, write: Pool<DB>, writer: Option<Writer>, file: Option<DatabaseFile>) -> Self {
        Self { read, write, writer, file, door: None }
    }

    /// With somebody in the door.
    pub(crate) fn with_door(self, door: Arc<dyn Door>) -> Self {
        Self { door: Some(door), ..self }
    }

    /// Every call goes through here, with its retries.
    pub(super) async fn through_door<T: Send, E: From<StoreError> + Send>(
        &self,
        call: StoreCall<'_>,
        work: impl Future<Output = Result<T, E>> + Send,
    ) -> Result<T, E> {
        let Some(door) = &self.door else { return work.await };
        let mut outcome = None;
        let work = async {
            let done = work.await;
            let has_succeeded = done.is_ok();
            outcome = Some(done);
            has_succeeded
        };
        door.pass(call, Box::pin(work)).await?;
        outcome.unwrap_or_else(|| Err(StoreError::Closed.into()))
    }

    pub(crate) async fn rows(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<DB::Row>> {
        let reading = async {
            match statement(&self.read, StoreWork::Read, sql, args).await {
                Err(error) => Err(self.cause_of(error).await),
                done => done,
            }
        };
        self.through_door(StoreCall::Read(sql), reading).await
    }

    /// Stored preferences of a player or a server, as JSON.
    pub(super) async fn stored_preferences(&self, sql: &'static str, id: u64) -> Result<Option<String>> {
        let rows = self.rows(sql, args![id]).await?;
        Ok(rows.first().map(|row| Reader::<DB>::new("player", row).opt_text()).transpose()?.flatten())
    }

    /// Replaces preferences; `false` when the stored ones are no longer `from`. Values are compared, because another version
    /// of the program may write the same value as a different text. The update itself is conditional on the text that was
    /// read.
    pub(super) async fn replace_preferences<T: DeserializeOwned + Serialize + Default + PartialEq>(
        &self,
        table: &'static str,
        [read, write]: [&'static str; 2],
        id: u64,
        [from, to]: [&T; 2],
        also: Vec<Arg>,
    ) -> Result<bool> {
        let stored = self.stored_preferences(read, id).await?;
        if json::read::<T>(table, id, stored.as_deref())? != *from {
            return Ok(false);
        }
        let (to, from) = (json::to_text(to)?, stored.unwrap_or_default());
        let mut args = args![id, to.as_deref(), from.as_str()];
        args.extend(also);
        Ok(!self.change(write, args).await?.is_empty())
    }

    /// The same, and these statements in the same transaction.
    pub(super) async fn replace_preferences_and<T: DeserializeOwned + Serialize + Default + PartialEq>(
        &self,
        table: &'static str,
        [read, write]: [&'static str; 2],
        id: u64,
        [from, to]: [&T; 2],
        others: Vec<Statement>,
    ) -> Result<bool> {
        let stored = self.stored_preferences(read, id).await?;
        if json::read::<T>(table, id, stored.as_deref())? != *from {
            return Ok(false);
        }
        let (to, from) = (json::to_text(to)?, stored.unwrap_or_default());
        self.write_steps((write, args![id, to.as_deref(), from.as_str()]), others).await
    }

    /// Runs statements in one transaction, if the first one finds a row; again after a transient failure.
    pub(super) async fn write_steps(&self, first: Statement, others: Vec<Statement>) -> Result<bool> {
        self.write_if_found(first, 1, others).await
    }

    /// The same if the first one finds so many rows.
    pub(super) async fn write_if_found(&self, first: Statement, rows: usize, others: Vec<Statement>) -> Result<bool> {
        let name = first.0;
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
                    done => return done,
                }
            }
        };
        self.through_door(StoreCall::Change(name), changing).await
    }

    async fn try_to_write_steps(&self, first: Statement, least: usize, others: Vec<Statement>) -> Result<bool> {
        let mut connection = CheckedOut::from(&self.write).await.map_err(failed)?;
        let mut transaction = connection.begin().await.map_err(failed)?;
        let mut statements = std::iter::once(first).chain(others).enumerate();
        let done = loop {
            let Some((index, (sql, args))) = statements.next() else { break Ok(true) };
            match in_time(DB::ANSWERS_WITHIN, DB::run(&mut transaction, sql, args)).await.0 {
                Ok(rows) if index == 0 && rows.len() < least => break Ok(false),
                Ok(_) => {}
                Err(error) => break Err(error),
            }
        };
        let (is_in_order, done) = end(transaction, done).await;
        if is_in_order {
            connection.mark_ended();
        }
        done
    }

    pub(crate) async fn change(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<DB::Row>> {
        let changing = async {
            match statement(&self.write, StoreWork::Write, sql, args).await {
                Ok(rows) => {
                    availability::note_change(None);
                    Ok(rows)
                }
                Err(error) => Err(self.note_refused_change(error).await),
            }
        };
        self.through_door(StoreCall::Change(sql), changing).await
    }

    /// Notes that a change was not made; gives why.
    pub(super) async fn note_refused_change(&self, error: StoreError) -> StoreError {
        availability::note_change(Some(&error));
        self.cause_of(error).await
    }

    /// Moves the log of changes into the file as far as nobody reads what was there before; `true` when all of it is there.
    pub(super) async fn move_log(&self) -> bool {
        // What cannot be moved stays in the log: nothing is lost, and a disk that fails refuses the next change.
        let moved = statement(&self.write, StoreWork::Write, "pragma wal_checkpoint(passive)", Vec::new()).await;
        let count = |row: &DB::Row, column| DB::int(row, column).ok().flatten();
        moved.is_ok_and(|rows| {
            rows.first().is_some_and(|row| count(row, 0) == Some(0) && count(row, 1) == count(row, 2))
        })
    }

    /// Why a statement failed: a file that is no longer the one that was opened explains every other error.
    async fn cause_of(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Database { transient: false, .. } => {
                self.compare_file().await.err().filter(StoreError::is_final).unwrap_or(error)
            }
            error => error,
        }
    }

    /// Ends all writing where the file is not the one that this process writes: nobody is told of a move that no later start can find.
    pub(super) async fn compare_file(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let compared = file.compare().await;
        if compared.as_ref().is_err_and(StoreError::is_final) {
            self.stop_writing();
        }
        compared
    }

    /// The rest of closing the pool happens when the store is closed.
    pub(super) fn stop_writing(&self) {
        let _ = self.write.close().now_or_never();
    }
}

impl<DB: Engine> Store for SqlStore<DB> {}

#[async_trait]
impl<DB: Engine> Database for SqlStore<DB> {
    async fn games_after(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where game_id > $1 order by game_id limit $2";
        let rows = self.rows(sql, args![after.map_or(i64::MIN, |game| game.0), limit]).await?;
        rows.iter().map(|row| Reader::<DB>::new("game", row).int().map(GameId)).collect()
    }

    async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }

    async fn failed(&self) -> StoreError {
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
}

/// Commits what was done, or undoes it where something failed or nothing may be written. Gives whether the connection is in order.
pub(super) async fn end<DB: Engine>(
    transaction: Transaction<'_, DB>,
    done: sqlx::Result<bool>,
) -> (bool, Result<bool>) {
    let ended = match &done {
        Ok(true) => in_time(DB::ANSWERS_WITHIN, transaction.commit()).await.0,
        // The first error is returned, not that of the rollback.
        _ => in_time(DB::ANSWERS_WITHIN, transaction.rollback()).await.0,
    };
    let is_in_order = ended.is_ok();
    let done = match done {
        Ok(true) => ended.map(|()| true),
        done => done,
    };
    (is_in_order, done.map_err(failed))
}

/// Runs one statement as a transaction of its own, again after a transient failure.
async fn statement<DB: Engine>(
    pool: &Pool<DB>,
    work: StoreWork,
    sql: &'static str,
    args: Vec<Arg>,
) -> Result<Vec<DB::Row>> {
    let (mut backoff, began) = (Backoff::new(), Instant::now());
    loop {
        let done = match CheckedOut::from(pool).await {
            Ok(mut connection) => connection.run(sql, args.clone()).await,
            Err(error) => Err(error),
        };
        match done.map_err(failed) {
            Err(error) if error.is_transient() && backoff.wait().await => {}
            done => {
                metrics::store(work, began, done.is_ok());
                return done;
            }
        }
    }
}
