//! All that differs between database engines: how a write begins, and how values go in and out. Everything else is one SQL
//! text with `$1` placeholders.

use async_trait::async_trait;
use sqlx::{Database, Row as _, Sqlite};

/// A value of a statement.
#[derive(Debug, Clone)]
pub enum Arg {
    /// A number, or null.
    Int(Option<i64>),
    /// A text, or null.
    Text(Option<String>),
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
    /// Begins a transaction that is going to write.
    const BEGIN_WRITE: &'static str;
    /// Runs one statement and gives its rows.
    async fn run(connection: &mut Self::Connection, sql: &'static str, args: Vec<Arg>) -> sqlx::Result<Vec<Self::Row>>;
    /// A number of a row.
    fn int(row: &Self::Row, column: usize) -> sqlx::Result<Option<i64>>;
    /// A text of a row.
    fn text(row: &Self::Row, column: usize) -> sqlx::Result<Option<String>>;
}

macro_rules! engine {
    ($database:ty, $begin:literal) => {
        #[async_trait]
        impl Engine for $database {
            const BEGIN_WRITE: &'static str = $begin;

            async fn run(
                connection: &mut Self::Connection,
                sql: &'static str,
                args: Vec<Arg>,
            ) -> sqlx::Result<Vec<Self::Row>> {
                let mut query = sqlx::query::<$database>(sql);
                for arg in args {
                    query = match arg {
                        Arg::Int(value) => query.bind(value),
                        Arg::Text(value) => query.bind(value),
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

// A deferred transaction that turns into a writer fails at once when another connection wrote meanwhile; this one waits.
engine!(Sqlite, "begin immediate");
