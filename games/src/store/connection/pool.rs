//! Connections of either engine, and their rows.

use std::io;
use std::time::Duration;

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use sqlx::pool::PoolConnection;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, ColumnIndex as _, PgPool, Postgres, Row as _, SqlSafeStr, Sqlite, SqlitePool};

use crate::store::connection::engine::{Arg, Engine, POSTGRES, SQLITE};
use crate::store::connection::failures::{in_time, is_broken};
use crate::store::connection::many_rows;
use crate::store::error::Result;

/// Runs the same code on the value of either engine.
macro_rules! either {
    ($value:expr, $name:ident => $work:expr) => {
        match $value {
            Self::Sqlite($name) => $work,
            Self::Postgres($name) => $work,
        }
    };
}

#[derive(Clone)]
pub enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Pool {
    pub const fn engine(&self) -> &'static Engine {
        match self {
            Self::Sqlite(_) => &SQLITE,
            Self::Postgres(_) => &POSTGRES,
        }
    }

    pub async fn acquire(&self) -> sqlx::Result<Connection> {
        let pooled = match self {
            Self::Sqlite(pool) => Pooled::Sqlite(pool.acquire().await?),
            Self::Postgres(pool) => Pooled::Postgres(pool.acquire().await?),
        };
        Ok(Connection { pooled: Some(pooled), engine: self.engine(), is_in_order: true, is_bulk_work: false })
    }

    /// A connection with a write transaction.
    pub async fn begin(&self) -> sqlx::Result<Connection> {
        let mut connection = self.acquire().await?;
        connection.begin(connection.engine.begin_write).await?;
        Ok(connection)
    }

    pub async fn close(&self) {
        either!(self, pool => pool.close().await);
    }
}

enum Pooled {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

/// A pooled connection. It returns to its pool if it is in order; otherwise it is closed.
///
/// On a full disk or after an I/O error, SQLite ends a transaction by itself, and the rollback then fails. The state
/// after a panic or a cancelled task is unknown too. So a connection with a transaction is out of order until the
/// transaction has ended successfully.
pub struct Connection {
    /// `None` after a timeout.
    pooled: Option<Pooled>,
    engine: &'static Engine,
    is_in_order: bool,
    is_bulk_work: bool,
}

macro_rules! bound {
    ($engine:ty, $sql:expr, $args:expr) => {{
        let mut query = sqlx::query::<$engine>($sql);
        for arg in $args {
            query = match arg {
                Arg::Int(value) => query.bind(value),
                Arg::Text(value) => query.bind(value),
                Arg::Table(rows) => query.bind(Json(rows)),
            };
        }
        query
    }};
}

impl Connection {
    pub const fn engine(&self) -> &'static Engine {
        self.engine
    }

    pub async fn run(&mut self, sql: impl SqlSafeStr + Send, args: Vec<Arg>) -> sqlx::Result<Vec<Row>> {
        let limit = self.limit();
        let running = async {
            match self.pooled()? {
                Pooled::Sqlite(connection) => {
                    bound!(Sqlite, sql, args).fetch(&mut **connection).map_ok(Row::Sqlite).try_collect().await
                }
                Pooled::Postgres(connection) => {
                    let args = args.into_iter().map(Arg::without_nul);
                    bound!(Postgres, sql, args).fetch(&mut **connection).map_ok(Row::Postgres).try_collect().await
                }
            }
        };
        let result = in_time(limit, running).await;
        self.note(result)
    }

    pub fn stream(&mut self, sql: &'static str) -> sqlx::Result<BoxStream<'_, sqlx::Result<Row>>> {
        Ok(match self.pooled()? {
            Pooled::Sqlite(connection) => sqlx::query(sql).fetch(&mut **connection).map_ok(Row::Sqlite).boxed(),
            Pooled::Postgres(connection) => sqlx::query(sql).fetch(&mut **connection).map_ok(Row::Postgres).boxed(),
        })
    }

    /// Inserts rows into these columns of a table in the fastest way of the engine.
    pub async fn insert_rows(
        &mut self,
        table: &'static str,
        columns: &'static str,
        rows: Vec<Vec<Arg>>,
    ) -> sqlx::Result<()> {
        if let Pooled::Postgres(connection) = self.pooled()? {
            return many_rows::copy_in(connection, table, columns, rows).await;
        }
        for (sql, args) in many_rows::inserts(table, columns, rows) {
            self.run(AssertSqlSafe(sql), args).await?;
        }
        Ok(())
    }

    /// Prepares for work on whole tables without a time limit. The connection is closed afterwards.
    pub async fn prepare_for_bulk_work(&mut self) -> sqlx::Result<()> {
        self.is_bulk_work = true;
        for statement in self.engine.for_bulk_work {
            self.run(*statement, Vec::new()).await?;
        }
        Ok(())
    }

    pub async fn begin(&mut self, statement: &'static str) -> sqlx::Result<()> {
        self.is_in_order = false;
        let result = self.control(statement).await;
        self.is_in_order = result.as_ref().is_err_and(|error| !is_broken(error));
        result
    }

    pub async fn commit(&mut self) -> sqlx::Result<()> {
        self.control("commit").await?;
        self.is_in_order = true;
        Ok(())
    }

    /// An error is ignored, because the caller already has the cause.
    pub async fn roll_back(&mut self) {
        self.is_in_order |= self.control("rollback").await.is_ok();
    }

    /// Commits successful work; rolls back after an error, or if nothing may be written (`false`).
    pub async fn end(mut self, result: sqlx::Result<bool>) -> Result<bool> {
        match result {
            Ok(true) => self.commit().await?,
            _ => self.roll_back().await,
        }
        Ok(result?)
    }

    async fn control(&mut self, statement: &'static str) -> sqlx::Result<()> {
        let limit = self.limit();
        let running = async {
            match self.pooled()? {
                Pooled::Sqlite(connection) => sqlx::raw_sql(statement).execute(&mut **connection).await.map(drop),
                Pooled::Postgres(connection) => sqlx::raw_sql(statement).execute(&mut **connection).await.map(drop),
            }
        };
        let result = in_time(limit, running).await;
        self.note(result)
    }

    fn limit(&self) -> Duration {
        if self.is_bulk_work { Duration::MAX } else { self.engine.answers_within }
    }

    fn pooled(&mut self) -> sqlx::Result<&mut Pooled> {
        self.pooled.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::NotConnected).into())
    }

    fn note<T>(&mut self, (result, in_time): (sqlx::Result<T>, bool)) -> sqlx::Result<T> {
        self.is_in_order &= !result.as_ref().is_err_and(is_broken);
        if !in_time {
            self.discard();
        }
        result
    }

    /// Closes the connection abruptly: a regular `close` would wait for a failing disk or server.
    fn discard(&mut self) {
        match self.pooled.take() {
            Some(Pooled::Sqlite(connection)) => drop(connection.detach()),
            Some(Pooled::Postgres(connection)) => drop(connection.detach()),
            None => {}
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if !self.is_in_order || self.is_bulk_work {
            self.discard();
        }
    }
}

pub enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    pub fn position(&self, column: &str) -> Option<usize> {
        either!(self, row => column.index(row).ok())
    }

    pub fn int(&self, column: usize) -> sqlx::Result<Option<i64>> {
        either!(self, row => row.try_get(column))
    }

    pub fn text(&self, column: usize) -> sqlx::Result<Option<String>> {
        either!(self, row => row.try_get(column))
    }
}
