//! Copies a database into another one, of any engine.

use futures::TryStreamExt as _;
use sqlx::{Connection as _, Pool};

use crate::store::error::StoreError;
use crate::store::ports::Database as _;
use crate::store::sql::connection::engine::{Arg, Engine};
use crate::store::sql::connection::failures::failed;
use crate::store::sql::store::SqlStore;
use crate::store::sql::tables::{Column, TABLES, Table};

/// Rows that are read while as many are written.
const ROWS_AT_ONCE: usize = 10_000;

/// How far a copy has come.
#[derive(Debug, Clone, Copy)]
pub struct Copied {
    /// The table that is being copied.
    pub table: &'static str,
    /// Rows that are copied, of all tables.
    pub rows: u64,
    /// Rows of all tables.
    pub of: u64,
}

/// Told how far a copy has come.
pub type CopyProgress<'a> = &'a (dyn Fn(Copied) + Send + Sync);

/// The tables that are copied. Notes are left out: the first start registers the commands again.
fn copied_tables() -> impl Iterator<Item = &'static Table> {
    TABLES.iter().filter(|table| table.name != "note")
}

impl<DB: Engine> SqlStore<DB> {
    /// Copies everything into an empty database and closes both; returns each table with its number of rows.
    pub(crate) async fn copy_to<To: Engine>(
        &self,
        to: &SqlStore<To>,
        progress: CopyProgress<'_>,
    ) -> Result<Vec<(&'static str, u64)>, StoreError> {
        let copied = copy(&self.read, &to.write, progress).await;
        self.close().await;
        to.close().await;
        copied
    }
}

/// Copies all rows in one transaction.
async fn copy<From: Engine, To: Engine>(
    from: &Pool<From>,
    to: &Pool<To>,
    progress: CopyProgress<'_>,
) -> Result<Vec<(&'static str, u64)>, StoreError> {
    let (mut from, mut to) = (from.acquire().await.map_err(failed)?, to.acquire().await.map_err(failed)?);
    for_bulk_work::<From>(&mut from).await?;
    for_bulk_work::<To>(&mut to).await?;
    let mut reading = from.begin_with(From::BEGIN_READ).await.map_err(failed)?;
    let mut writing = to.begin_with(To::BEGIN_WRITE).await.map_err(failed)?;
    let (mut stored, mut of) = (Vec::with_capacity(TABLES.len()), 0);
    for table in copied_tables() {
        if count::<To>(&mut writing, table).await? > 0 {
            return Err(broken(format!("there are rows in table {} already; copy into an empty database", table.name)));
        }
        let rows = count::<From>(&mut reading, table).await?;
        stored.push(rows);
        of += rows;
    }
    let foreign_keys = drop_foreign_keys::<To>(&mut writing).await.map_err(failed)?;
    let (mut copied, mut done) = (Vec::with_capacity(TABLES.len()), 0);
    for (table, stored) in copied_tables().zip(stored) {
        let rows =
            From::stream(&mut reading, table.read).and_then(|row| std::future::ready(values::<From>(table, &row)));
        let mut pages = rows.try_chunks(ROWS_AT_ONCE);
        let mut next = pages.try_next().await.map_err(|error| failed(error.1))?;
        while let Some(page) = next {
            done += page.len() as u64;
            let read = async { pages.try_next().await.map_err(|error| error.1) };
            let write = To::insert_rows(&mut writing, table.name, table.column_names, page);
            (next, ()) = futures::try_join!(read, write).map_err(failed)?;
            progress(Copied { table: table.name, rows: done, of });
        }
        drop(pages);
        let written = count::<To>(&mut writing, table).await?;
        if written != stored {
            return Err(broken(format!("{written} of {stored} rows of table {} were copied", table.name)));
        }
        copied.push((table.name, stored));
    }
    for statement in foreign_keys {
        To::run_composed(&mut writing, statement, Vec::new()).await.map_err(failed)?;
    }
    writing.commit().await.map_err(failed)?;
    Ok(copied)
}

/// Prepares a connection that is closed afterwards for work on whole tables.
pub(crate) async fn for_bulk_work<DB: Engine>(connection: &mut DB::Connection) -> Result<(), StoreError> {
    for statement in DB::FOR_BULK_WORK {
        DB::run(connection, statement, Vec::new()).await.map_err(failed)?;
    }
    Ok(())
}

/// Drops the foreign keys that would be checked row by row; gives the statements that add them again.
pub(crate) async fn drop_foreign_keys<DB: Engine>(connection: &mut DB::Connection) -> sqlx::Result<Vec<String>> {
    let mut again = Vec::new();
    for row in DB::run(connection, DB::FOREIGN_KEYS, Vec::new()).await? {
        DB::run_composed(connection, DB::text(&row, 0)?.unwrap_or_default(), Vec::new()).await?;
        again.extend(DB::text(&row, 1)?);
    }
    Ok(again)
}

fn values<DB: Engine>(table: &Table, row: &DB::Row) -> sqlx::Result<Vec<Arg>> {
    let value = |(place, column): (usize, &Column)| {
        if column.is_text { DB::text(row, place).map(Arg::Text) } else { DB::int(row, place).map(Arg::Int) }
    };
    table.columns.iter().enumerate().map(value).collect()
}

async fn count<DB: Engine>(connection: &mut DB::Connection, table: &Table) -> Result<u64, StoreError> {
    let rows = DB::run(connection, table.count, Vec::new()).await.map_err(failed)?;
    let count = rows.first().map(|row| DB::int(row, 0)).transpose().map_err(failed)?;
    Ok(count.flatten().unwrap_or_default().cast_unsigned())
}

fn broken(problem: String) -> StoreError {
    StoreError::Database { problem, transient: false }
}
