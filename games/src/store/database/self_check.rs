//! Checks a SQLite database for damaged pages, and names the table.

use std::path::Path;

use base::error_chain::error_chain;
use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::store::connection::failures::failed_to_open;
use crate::store::database::file::broken;
use crate::store::error::StoreError;

/// SQLite's code for a damaged page.
const DAMAGED: &str = "11";

/// Looks for damaged pages. Indexes are not compared with the rows they point to.
pub async fn check(path: &Path, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let report: String = match sqlx::query_scalar("pragma quick_check(1)").fetch_one(&mut *connection).await {
        Ok(report) => report,
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(DAMAGED) => error.to_string(),
        Err(error) => return Err(failed_to_open(path.display(), &error)),
    };
    if report == "ok" {
        return Ok(());
    }
    for table in tables(path, connection).await? {
        check_table(path, connection, &table).await?;
    }
    Err(broken(path, &report))
}

async fn tables(path: &Path, connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let sql = "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'";
    let names = sqlx::query_scalar(sql).fetch_all(connection).await;
    names.map_err(|error| problem_in(path, "sqlite_schema", &error))
}

async fn check_table(path: &Path, connection: &mut SqliteConnection, table: &str) -> Result<(), StoreError> {
    let sql = format!("pragma quick_check(\"{}\")", table.replace('"', "\"\""));
    match sqlx::query_scalar::<_, String>(AssertSqlSafe(sql)).fetch_one(connection).await {
        Ok(report) if report == "ok" => Ok(()),
        Ok(report) => Err(damaged(path, table, &report)),
        Err(error) => Err(problem_in(path, table, &error)),
    }
}

/// Damage in this table, or another error.
fn problem_in(path: &Path, table: &str, error: &sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Database(cause) if cause.code().as_deref() == Some(DAMAGED) => {
            damaged(path, table, &error_chain(error))
        }
        error => failed_to_open(path.display(), error),
    }
}

fn damaged(path: &Path, table: &str, problem: &str) -> StoreError {
    // Further lines usually have the same cause and may be very long.
    let problem =
        problem.trim_start_matches("*** in database main ***").trim_start().lines().next().unwrap_or_default();
    let problem = problem.split_whitespace().collect::<Vec<_>>().join(" ");
    StoreError::Damaged { path: path.display().to_string(), table: table.to_owned(), problem }
}
