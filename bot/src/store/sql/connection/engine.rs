//! Differences between database engines: how a transaction begins, how long an answer may take, and how values are bound and
//! read. All statements are the same text with `$1` placeholders.

use std::time::Duration;

use async_trait::async_trait;
use futures::stream::BoxStream;
use serde_json::Value;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, ColumnIndex as _, Database, Postgres, Row as _, Sqlite};

use crate::store::sql::connection::many_rows;

/// A bound value.
#[derive(Debug, Clone)]
pub enum Arg {
    Int(Option<i64>),
    Text(Option<String>),
    /// Rows, as JSON that the statement reads with `jsonb_each`.
    Table(Value),
}

impl Arg {
    /// Rows as a JSON object.
    pub(crate) fn table(rows: Vec<Value>) -> Self {
        Self::Table(Value::Object(rows.into_iter().zip(0_u32..).map(|(row, n)| (n.to_string(), row)).collect()))
    }

    /// Numbers as keys of a JSON object.
    pub(crate) fn keys(keys: impl Iterator<Item = i64>) -> Self {
        Self::Table(Value::Object(keys.map(|key| (key.to_string(), Value::Null)).collect()))
    }

    /// The value in JSON. PostgreSQL rejects NUL characters in JSON.
    pub(crate) fn into_json(self) -> Value {
        match self {
            Self::Int(value) => value.map_or(Value::Null, Value::from),
            Self::Text(value) => value.map_or(Value::Null, |text| text.replace('\0', "\u{fffd}").into()),
            Self::Table(value) => value,
        }
    }
}

impl From<i64> for Arg {
    fn from(value: i64) -> Self {
        Self::Int(Some(value))
    }
}

impl From<Option<i64>> for Arg {
    fn from(value: Option<i64>) -> Self {
        Self::Int(value)
    }
}

impl From<u64> for Arg {
    fn from(value: u64) -> Self {
        Self::Int(Some(value.cast_signed()))
    }
}

impl From<u32> for Arg {
    fn from(value: u32) -> Self {
        Self::Int(Some(i64::from(value)))
    }
}

impl From<&str> for Arg {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<Option<&str>> for Arg {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(str::to_owned))
    }
}

/// A database engine.
#[async_trait]
pub trait Engine: Database {
    /// Begins a read transaction, whose statements all see the same instant.
    const BEGIN_READ: &'static str;
    /// Begins a write transaction.
    const BEGIN_WRITE: &'static str;
    /// Can a statement contain several writes? Then a plain commit is one round trip without an explicit transaction.
    const NESTED_WRITES: bool;
    /// Can a subquery in `from` use the rows beside it?
    const LATERAL: bool;
    /// Writer tasks: several where the engine has concurrent writers.
    const WRITERS: usize;
    /// A connection that does not answer for this long is closed.
    const ANSWERS_WITHIN: Duration;
    /// Prepares a connection for work on whole tables, during which no player waits.
    const FOR_BULK_WORK: &'static [&'static str];
    /// The foreign keys: for each a statement that drops it, and one that adds it again and checks all rows. No rows where an
    /// insert checks them as fast.
    const FOREIGN_KEYS: &'static str;
    /// Runs one statement and gives its rows.
    async fn run(connection: &mut Self::Connection, sql: &'static str, args: Vec<Arg>) -> sqlx::Result<Vec<Self::Row>>;
    /// Runs one statement that was put together from texts of ours, and drops its rows.
    async fn run_composed(connection: &mut Self::Connection, sql: String, args: Vec<Arg>) -> sqlx::Result<()>;
    /// The rows of one statement, as they come.
    fn stream<'c>(connection: &'c mut Self::Connection, sql: &'static str) -> BoxStream<'c, sqlx::Result<Self::Row>>;
    /// Inserts rows into these columns of a table, as fast as the engine can.
    async fn insert_rows(
        connection: &mut Self::Connection,
        table: &'static str,
        columns: &'static str,
        rows: Vec<Vec<Arg>>,
    ) -> sqlx::Result<()>;
    /// Where the column of this name stands.
    fn position(row: &Self::Row, column: &str) -> Option<usize>;
    fn int(row: &Self::Row, column: usize) -> sqlx::Result<Option<i64>>;
    fn text(row: &Self::Row, column: usize) -> sqlx::Result<Option<String>>;
}

/// A statement with its values.
macro_rules! bound {
    ($database:ty, $sql:expr, $args:expr, $keeps_nul:literal) => {{
        let mut query = sqlx::query::<$database>($sql);
        for arg in $args {
            query = match arg {
                Arg::Int(value) => query.bind(value),
                Arg::Text(Some(value)) if !$keeps_nul => query.bind(value.replace('\0', "\u{fffd}")),
                Arg::Text(value) => query.bind(value),
                Arg::Table(rows) => query.bind(Json(rows)),
            };
        }
        query
    }};
}

macro_rules! engine {
    ($database:ty, $begin_read:literal, $begin_write:literal, $nested:literal, $lateral:literal, $writers:literal, $answers_within:expr, $keeps_nul:literal,
     $for_bulk_work:expr, $foreign_keys:literal, $insert_rows:path) => {
        #[async_trait]
        impl Engine for $database {
            const BEGIN_READ: &'static str = $begin_read;
            const BEGIN_WRITE: &'static str = $begin_write;
            const NESTED_WRITES: bool = $nested;
            const LATERAL: bool = $lateral;
            const WRITERS: usize = $writers;
            const ANSWERS_WITHIN: Duration = $answers_within;
            const FOR_BULK_WORK: &'static [&'static str] = $for_bulk_work;
            const FOREIGN_KEYS: &'static str = $foreign_keys;

            async fn run(
                connection: &mut Self::Connection,
                sql: &'static str,
                args: Vec<Arg>,
            ) -> sqlx::Result<Vec<Self::Row>> {
                bound!($database, sql, args, $keeps_nul).fetch_all(connection).await
            }

            async fn run_composed(connection: &mut Self::Connection, sql: String, args: Vec<Arg>) -> sqlx::Result<()> {
                bound!($database, AssertSqlSafe(sql), args, $keeps_nul).execute(connection).await.map(drop)
            }

            fn stream<'c>(
                connection: &'c mut Self::Connection,
                sql: &'static str,
            ) -> BoxStream<'c, sqlx::Result<Self::Row>> {
                sqlx::query::<$database>(sql).fetch(connection)
            }

            async fn insert_rows(
                connection: &mut Self::Connection,
                table: &'static str,
                columns: &'static str,
                rows: Vec<Vec<Arg>>,
            ) -> sqlx::Result<()> {
                $insert_rows(connection, table, columns, rows).await
            }

            fn position(row: &Self::Row, column: &str) -> Option<usize> {
                column.index(row).ok()
            }

            fn int(row: &Self::Row, column: usize) -> sqlx::Result<Option<i64>> {
                row.try_get(column)
            }

            fn text(row: &Self::Row, column: usize) -> sqlx::Result<Option<String>> {
                row.try_get(column)
            }
        }
    };
}

// A deferred transaction that becomes a writer fails immediately when another connection wrote meanwhile; an immediate one
// waits. SQLite itself limits the wait.
engine!(
    Sqlite,
    "begin",
    "begin immediate",
    false,
    false,
    1,
    Duration::MAX,
    true,
    // Indexes of random numbers stay in memory; `analyze` takes a sample.
    &["pragma cache_size = -262144", "pragma analysis_limit = 1000"],
    "select '', '' where false",
    many_rows::insert
);

// Any isolation level works, because each write is conditional on what it reads. The server has shorter timeouts
// (`postgres.rs`), so a longer silence means that the connection is lost.
engine!(
    Postgres,
    "begin isolation level repeatable read read only",
    "begin",
    true,
    true,
    4,
    Duration::from_secs(6),
    false,
    &[
        "set statement_timeout = 0",
        "set lock_timeout = 0",
        "set idle_in_transaction_session_timeout = 0",
        "set enable_seqscan = on",
        "set work_mem = '64MB'",
    ],
    // Checked row by row, they take longer than the insert itself.
    "select format('alter table %s drop constraint %I', conrelid::regclass, conname), \
     format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) \
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conrelid, conname",
    many_rows::copy_in
);

macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::sql::connection::engine::Arg::from($value)),*] };
}

/// A claim as one statement. `due` finds rows as `found`. `change` claims them and repeats the condition, so that the loser of
/// a race finds nothing. With concurrent writers, locked rows are skipped until the next time (`SKIP LOCKED`).
macro_rules! claim {
    ($engine:ident, $due:expr, $change:expr) => {
        if $engine::NESTED_WRITES {
            concat!("with found as materialized (", $due, " for no key update skip locked) ", $change)
        } else {
            concat!("with found as materialized (", $due, ") ", $change)
        }
    };
}

pub(crate) use args;
pub(crate) use claim;
