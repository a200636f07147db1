//! All that differs between database engines: how a transaction begins, how long an answer may take, and how values go in and
//! out. Everything else is one SQL text with `$1` placeholders.

use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use sqlx::types::Json;
use sqlx::{Database, Postgres, Row as _, Sqlite};

/// A value of a statement.
#[derive(Debug, Clone)]
pub enum Arg {
    /// A number, or null.
    Int(Option<i64>),
    /// A text, or null.
    Text(Option<String>),
    /// Rows that the statement takes apart with `jsonb_each`.
    Table(Value),
}

impl Arg {
    /// Rows, as an object of them.
    pub(crate) fn table(rows: Vec<Value>) -> Self {
        Self::Table(Value::Object(rows.into_iter().zip(0_u32..).map(|(row, n)| (n.to_string(), row)).collect()))
    }

    /// Numbers, as the keys of an object.
    pub(crate) fn keys(keys: impl Iterator<Item = i64>) -> Self {
        Self::Table(Value::Object(keys.map(|key| (key.to_string(), Value::Null)).collect()))
    }

    /// As a value of such a row. JSON cannot carry a character of number zero everywhere.
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

/// A database engine. The implementations are one macro line each.
#[async_trait]
pub trait Engine: Database {
    /// Begins a transaction that sees one instant, however many statements it has.
    const BEGIN_READ: &'static str;
    /// Begins a transaction that is going to write.
    const BEGIN_WRITE: &'static str;
    /// May a statement write as a part of another one? Then a usual commit is one way to the database and back, and needs no
    /// transaction besides.
    const NESTED_WRITES: bool;
    /// Tasks that carry out commits: more than one where several may write at the same time.
    const WRITERS: usize;
    /// Whoever says nothing for so long will say nothing any more.
    const ANSWERS_WITHIN: Duration;
    /// Runs one statement and gives its rows.
    async fn run(connection: &mut Self::Connection, sql: &'static str, args: Vec<Arg>) -> sqlx::Result<Vec<Self::Row>>;
    /// A number of a row.
    fn int(row: &Self::Row, column: usize) -> sqlx::Result<Option<i64>>;
    /// A text of a row.
    fn text(row: &Self::Row, column: usize) -> sqlx::Result<Option<String>>;
}

macro_rules! engine {
    ($database:ty, $begin_read:literal, $begin_write:literal, $nested:literal, $writers:literal, $answers_within:expr, $keeps_nul:literal) => {
        #[async_trait]
        impl Engine for $database {
            const BEGIN_READ: &'static str = $begin_read;
            const BEGIN_WRITE: &'static str = $begin_write;
            const NESTED_WRITES: bool = $nested;
            const WRITERS: usize = $writers;
            const ANSWERS_WITHIN: Duration = $answers_within;

            async fn run(
                connection: &mut Self::Connection,
                sql: &'static str,
                args: Vec<Arg>,
            ) -> sqlx::Result<Vec<Self::Row>> {
                let mut query = sqlx::query::<$database>(sql);
                for arg in args {
                    query = match arg {
                        Arg::Int(value) => query.bind(value),
                        Arg::Text(Some(value)) if !$keeps_nul => query.bind(value.replace('\0', "\u{fffd}")),
                        Arg::Text(value) => query.bind(value),
                        Arg::Table(rows) => query.bind(Json(rows)),
                    };
                }
                query.fetch_all(connection).await
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

// A deferred transaction that turns into a writer fails at once when another connection wrote meanwhile; this one waits. Time
// runs out inside SQLite itself.
engine!(Sqlite, "begin", "begin immediate", false, 1, Duration::MAX, true);

// A write is conditional on what it finds when its turn comes, so the engine's own isolation will do, whichever it is. The
// server gives up by itself sooner (`postgres.rs`): who is silent for longer has gone without a word.
engine!(Postgres, "begin isolation level repeatable read read only", "begin", true, 4, Duration::from_secs(6), false);

/// Values for a statement, in order.
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::sql::connection::engine::Arg::from($value)),*] };
}

/// A claim as one statement: `due` finds what is to be claimed, `change` claims what is in `found`, and repeats the condition, so that
/// the loser of a race finds nothing. Where several may write at the same time, what somebody else has just now is left for the next
/// time: nobody waits for many rows while others wait for theirs.
macro_rules! claim {
    ($engine:ident, $due:literal, $change:expr) => {
        if $engine::NESTED_WRITES {
            concat!("with found as materialized (", $due, " for no key update skip locked) ", $change)
        } else {
            concat!("with found as materialized (", $due, ") ", $change)
        }
    };
}

pub(crate) use args;
pub(crate) use claim;
