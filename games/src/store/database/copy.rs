//! Copies a database into another one of any engine.

use futures::TryStreamExt as _;
use sqlx::AssertSqlSafe;

use crate::store::connection::engine::Arg;
use crate::store::connection::pool::{Connection, Pool, Row};
use crate::store::error::{Result, StoreError};
use crate::store::statements::Store;
use crate::store::tables::{Column, TABLES, Table};

/// Rows that are read while as many others are written.
const ROWS_AT_ONCE: usize = 10_000;

#[derive(Debug, Clone, Copy)]
pub struct Copied {
    pub table: &'static str,
    /// Rows copied so far, in all tables.
    pub rows: u64,
    /// Number of rows in all tables.
    pub of: u64,
}

pub type CopyProgress<'a> = &'a (dyn Fn(Copied) + Send + Sync);

/// The tables to copy. Notes are left out, so that the first start registers the commands again.
fn copied_tables() -> impl Iterator<Item = &'static Table> {
    TABLES.iter().filter(|table| table.name != "note")
}

impl Store {
    /// Copies everything into an empty database and closes both. Returns each table with its number of rows.
    pub async fn copy_to(&self, to: &Self, progress: CopyProgress<'_>) -> Result<Vec<(&'static str, u64)>> {
        let tables = copy(&self.read, &to.write, progress).await;
        self.close().await;
        to.close().await;
        tables
    }
}

/// Copies all rows in one transaction.
async fn copy(from: &Pool, to: &Pool, progress: CopyProgress<'_>) -> Result<Vec<(&'static str, u64)>> {
    let (mut reading, mut writing) = (from.acquire().await?, to.acquire().await?);
    reading.prepare_for_bulk_work().await?;
    writing.prepare_for_bulk_work().await?;
    reading.begin(reading.engine().begin_read).await?;
    writing.begin(writing.engine().begin_write).await?;
    let (mut row_counts, mut of) = (Vec::with_capacity(TABLES.len()), 0);
    for table in copied_tables() {
        if count(&mut writing, table).await? > 0 {
            return Err(broken(format!("there are rows in table {} already; copy into an empty database", table.name)));
        }
        let rows = count(&mut reading, table).await?;
        row_counts.push(rows);
        of += rows;
    }
    let foreign_keys = drop_foreign_keys(&mut writing).await?;
    let (mut tables, mut copied_rows) = (Vec::with_capacity(TABLES.len()), 0);
    for (table, expected) in copied_tables().zip(row_counts) {
        let rows = reading.stream(table.read)?.and_then(|row| std::future::ready(values(table, &row)));
        let mut pages = rows.try_chunks(ROWS_AT_ONCE);
        let mut next = pages.try_next().await.map_err(|error| error.1)?;
        while let Some(page) = next {
            copied_rows += page.len() as u64;
            let read = async { pages.try_next().await.map_err(|error| error.1) };
            let write = writing.insert_rows(table.name, table.column_names, page);
            (next, ()) = futures::try_join!(read, write)?;
            progress(Copied { table: table.name, rows: copied_rows, of });
        }
        drop(pages);
        let actual = count(&mut writing, table).await?;
        if actual != expected {
            return Err(broken(format!("{actual} of {expected} rows of table {} were copied", table.name)));
        }
        tables.push((table.name, expected));
    }
    for statement in foreign_keys {
        writing.run(AssertSqlSafe(statement), Vec::new()).await?;
    }
    writing.commit().await?;
    Ok(tables)
}

/// Drops the foreign keys that would be checked row by row. Returns the statements that add them again.
pub async fn drop_foreign_keys(connection: &mut Connection) -> sqlx::Result<Vec<String>> {
    let mut again = Vec::new();
    for row in connection.run(connection.engine().foreign_keys, Vec::new()).await? {
        connection.run(AssertSqlSafe(row.text(0)?.unwrap_or_default()), Vec::new()).await?;
        again.extend(row.text(1)?);
    }
    Ok(again)
}

fn values(table: &Table, row: &Row) -> sqlx::Result<Vec<Arg>> {
    let value = |(place, column): (usize, &Column)| {
        if column.is_text { row.text(place).map(Arg::Text) } else { row.int(place).map(Arg::Int) }
    };
    table.columns.iter().enumerate().map(value).collect()
}

async fn count(connection: &mut Connection, table: &Table) -> Result<u64> {
    let rows = connection.run(table.count, Vec::new()).await?;
    let count = rows.first().map(|row| row.int(0)).transpose()?;
    Ok(count.flatten().unwrap_or_default().cast_unsigned())
}

fn broken(problem: String) -> StoreError {
    StoreError::Database { problem, transient: false }
}
