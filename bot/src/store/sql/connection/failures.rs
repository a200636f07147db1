//! What databases say when they fail, and how long it is worth asking again.

use std::borrow::Borrow;
use std::io;
use std::time::{Duration, Instant};

use crate::error_chain::error_chain;
use crate::store::error::StoreError;

/// What passes by itself. Of SQLite: busy, in its two forms. Of PostgreSQL: a serialization failure, a deadlock, a lock or an
/// answer that took too long, a server that is starting, stopping, full, or about to hand over to another one.
const TRANSIENT: [&str; 14] = [
    "5", "517", "40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03", "57P05", "25P03", "25006", "53300",
    "08006",
];

pub(crate) fn failed(error: impl Borrow<sqlx::Error>) -> StoreError {
    failed_at("the database failed", error.borrow())
}

/// The same, of this database.
pub(crate) fn failed_at(place: impl std::fmt::Display, error: &sqlx::Error) -> StoreError {
    let (problem, transient) = match error {
        sqlx::Error::Database(said) => {
            let code = said.code().unwrap_or_default();
            (format!("{} (code {code})", said.message()), TRANSIENT.contains(&code.as_ref()))
        }
        // Others were writing all the while, or reading.
        sqlx::Error::PoolTimedOut => ("no connection was free in time".to_owned(), true),
        // The connection is gone; the next one may be better.
        sqlx::Error::Io(_) => (error_chain(error), true),
        other => (error_chain(other), false),
    };
    StoreError::Database { problem: format!("{place}: {problem}"), transient }
}

/// What came of this, and whether it came in time: if not, the connection is in no state to be used again.
pub(crate) async fn in_time<T>(
    limit: Duration,
    work: impl Future<Output = sqlx::Result<T>>,
) -> (sqlx::Result<T>, bool) {
    match tokio::time::timeout(limit, work).await {
        Ok(done) => (done, true),
        Err(_) => (Err(io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {limit:?}")).into()), false),
    }
}

/// How long something that may succeed is tried again. Whoever plays is told in time that it did not.
pub(crate) struct RetryPolicy {
    pub(crate) until: Instant,
    pause: Duration,
}

impl RetryPolicy {
    pub(crate) fn new() -> Self {
        Self::of(Duration::from_secs(3))
    }

    pub(crate) fn of(length: Duration) -> Self {
        Self { until: Instant::now() + length, pause: Duration::from_millis(2) }
    }

    /// Waits a little, longer each time; `false` when it is over.
    pub(crate) async fn lasts(&mut self) -> bool {
        if Instant::now() + self.pause > self.until {
            return false;
        }
        // A little by chance, so that those who met do not meet again.
        tokio::time::sleep(self.pause.mul_f64(rand::random_range(0.5..1.0))).await;
        self.pause = (self.pause * 2).min(Duration::from_millis(500));
        true
    }
}
