//! A connection that is used again only while it is known to be in order.

use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, Pool, Transaction};

use crate::store::sql::connection::engine::{Arg, Engine};
use crate::store::sql::connection::failures::{in_time, is_broken};

/// A connection of a pool, to which it returns if it is in order; otherwise it is closed.
///
/// On a full disk or after an I/O error, SQLite ends a transaction by itself, and the rollback then fails. sqlx counts such a
/// connection as inside a transaction for ever, so every later transaction on it would fail. Nobody knows either what a panic
/// or a cancelled task leaves behind. So a connection with a transaction is out of order until the transaction has ended well.
pub(crate) struct CheckedOut<DB: Engine> {
    /// `None` only while it is dropped.
    connection: Option<PoolConnection<DB>>,
    is_in_order: bool,
}

impl<DB: Engine> CheckedOut<DB> {
    pub(crate) async fn from(pool: &Pool<DB>) -> sqlx::Result<Self> {
        pool.acquire().await.map(|connection| Self { connection: Some(connection), is_in_order: true })
    }

    /// Runs one statement as a transaction of its own.
    pub(crate) async fn run(&mut self, sql: &'static str, args: Vec<Arg>) -> sqlx::Result<Vec<DB::Row>> {
        let connection = self.connection.as_mut().expect("taken by `drop` only");
        let (done, in_time) = in_time(DB::ANSWERS_WITHIN, DB::run(connection, sql, args)).await;
        self.is_in_order &= in_time && !done.as_ref().is_err_and(is_broken);
        done
    }

    /// Begins a write transaction. When it has been committed or rolled back, call [`CheckedOut::ended`].
    pub(crate) async fn begin(&mut self) -> sqlx::Result<Transaction<'_, DB>> {
        self.is_in_order = false;
        let begun = self.connection.as_mut().expect("taken by `drop` only").begin_with(DB::BEGIN_WRITE).await;
        self.is_in_order = begun.as_ref().is_err_and(|error| !is_broken(error));
        begun
    }

    /// The transaction has ended well: the connection may be used again.
    pub(crate) fn mark_ended(&mut self) {
        self.is_in_order = true;
    }
}

impl<DB: Engine> Drop for CheckedOut<DB> {
    fn drop(&mut self) {
        let connection = self.connection.take();
        if !self.is_in_order {
            // Closed at once: the farewell of `close` would wait for a disk or a server that fails.
            drop(connection.map(PoolConnection::detach));
        }
    }
}
