//! Differences between database engines: transactions, time limits and bulk work. All engines run the same statements,
//! with `$1` placeholders.

use std::time::Duration;

use serde_json::Value;

use crate::domain::{ChannelId, GameId, GuildId, LadderId, RequestId, Timestamp, UserId};

#[derive(Debug, Clone)]
pub enum Arg {
    Int(Option<i64>),
    Text(Option<String>),
    /// Rows, as JSON that the statement reads with `jsonb_each`.
    Table(Value),
}

impl Arg {
    /// Rows as a JSON object.
    pub fn table(rows: Vec<Value>) -> Self {
        Self::Table(Value::Object(rows.into_iter().zip(0_u32..).map(|(row, n)| (n.to_string(), row)).collect()))
    }

    /// Numbers as keys of a JSON object.
    pub fn keys(keys: impl IntoIterator<Item = i64>) -> Self {
        Self::Table(Value::Object(keys.into_iter().map(|key| (key.to_string(), Value::Null)).collect()))
    }

    pub fn users(users: &[UserId]) -> Self {
        Self::keys(users.iter().map(|user| user.0.cast_signed()))
    }

    pub fn games(games: &[GameId]) -> Self {
        Self::keys(games.iter().map(|game| game.0))
    }

    /// PostgreSQL rejects NUL characters in JSON.
    pub fn into_json(self) -> Value {
        match self.without_nul() {
            Self::Int(value) => value.map_or(Value::Null, Value::from),
            Self::Text(value) => value.map_or(Value::Null, Value::from),
            Self::Table(value) => value,
        }
    }

    /// PostgreSQL texts cannot contain NUL.
    pub(super) fn without_nul(self) -> Self {
        match self {
            Self::Text(Some(text)) => Self::Text(Some(text.replace('\0', "\u{fffd}"))),
            arg => arg,
        }
    }
}

macro_rules! bind_as {
    ($($type:ty: $name:ident => $arg:expr;)*) => {$(
        impl From<$type> for Arg {
            fn from($name: $type) -> Self {
                $arg
            }
        }
    )*};
}

bind_as! {
    i64: value => Self::Int(Some(value));
    Option<i64>: value => Self::Int(value);
    u64: value => Self::Int(Some(value.cast_signed()));
    Option<u64>: value => Self::Int(value.map(u64::cast_signed));
    u32: value => Self::Int(Some(value.into()));
    bool: value => Self::Int(Some(value.into()));
    &str: value => Self::Text(Some(value.to_owned()));
    Option<&str>: value => Self::Text(value.map(str::to_owned));
    String: value => Self::Text(Some(value));
    Option<String>: value => Self::Text(value);
    GameId: id => id.0.into();
    Option<GameId>: id => Self::Int(id.map(|id| id.0));
    LadderId: id => id.0.into();
    GuildId: id => id.0.into();
    Option<GuildId>: id => id.map(|id| id.0).into();
    ChannelId: id => id.0.into();
    Option<ChannelId>: id => id.map(|id| id.0).into();
    UserId: id => id.0.into();
    Option<UserId>: id => id.map(|id| id.0).into();
    RequestId: id => id.0.into();
    Option<RequestId>: id => id.map(|id| id.0).into();
    Timestamp: at => at.0.into();
    Option<Timestamp>: at => Self::Int(at.map(|at| at.0));
}

pub type Statement = (&'static str, Vec<Arg>);

pub struct Engine {
    /// Begins a read transaction, whose statements share one snapshot.
    pub begin_read: &'static str,
    pub begin_write: &'static str,
    /// Whether a statement may contain several writes. A plain commit is then one round trip without an explicit
    /// transaction.
    pub nested_writes: bool,
    /// Whether a subquery in `from` can use columns of the tables beside it.
    pub lateral: bool,
    /// Writer tasks; several if the engine has concurrent writers.
    pub writers: usize,
    /// A connection that does not answer for this long is closed.
    pub answers_within: Duration,
    /// Settings of a connection for work on whole tables, while no player waits.
    pub for_bulk_work: &'static [&'static str],
    /// Selects the foreign keys: for each a statement that drops it, and one that adds it again and checks all rows.
    /// Empty if checks during inserts are as fast.
    pub foreign_keys: &'static str,
}

pub static SQLITE: Engine = Engine {
    begin_read: "begin",
    // A deferred transaction that becomes a writer fails immediately when another connection wrote meanwhile; an
    // immediate one waits.
    begin_write: "begin immediate",
    nested_writes: false,
    lateral: false,
    writers: 1,
    // SQLite itself limits the wait.
    answers_within: Duration::MAX,
    // Keeps indexes of random numbers in memory; `analyze` takes a sample.
    for_bulk_work: &["pragma cache_size = -262144", "pragma analysis_limit = 1000"],
    foreign_keys: "select '', '' where false",
};

pub static POSTGRES: Engine = Engine {
    begin_read: "begin isolation level repeatable read read only",
    // Any isolation level works, because each write is conditional on what it reads.
    begin_write: "begin",
    nested_writes: true,
    lateral: true,
    writers: 4,
    // The server has shorter timeouts (`postgres.rs`), so a longer silence means that the connection is lost.
    answers_within: Duration::from_secs(6),
    for_bulk_work: &[
        "set statement_timeout = 0",
        "set lock_timeout = 0",
        "set idle_in_transaction_session_timeout = 0",
        "set enable_seqscan = on",
        "set work_mem = '64MB'",
    ],
    // Checks row by row take longer than the insert itself.
    foreign_keys: "select format('alter table %s drop constraint %I', conrelid::regclass, conname), \
     format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) \
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conrelid, conname",
};

#[macro_export]
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::connection::engine::Arg::from($value)),*] };
}

/// A claim as one statement. `due` finds rows as `found`. `change` claims them and repeats the condition, so that the
/// loser of a race finds nothing. With concurrent writers, locked rows are skipped until the next time
/// (`SKIP LOCKED`).
macro_rules! claim {
    ($engine:expr, $due:expr, $change:expr) => {
        if $engine.nested_writes {
            concat!("with found as materialized (", $due, " for no key update skip locked) ", $change)
        } else {
            concat!("with found as materialized (", $due, ") ", $change)
        }
    };
}

pub use crate::args;
pub(crate) use claim;
