//! Checks a SQLite database for damaged pages, and names the table.

use std::path::Path;

use base::error_chain::error_chain;
use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::store::connection::failures::failed_to_open;
use crate::store::error::StoreError;

/// SQLite's instructions between two looks at the clock.
const INSTRUCTIONS: i32 = 1000;

/// SQLite's code for interrupted work.
const INTERRUPTED: &str = "9";

/// SQLite's code for a damaged page.
pub const DAMAGED: &str = "11";

/// Checks tables and their indexes in this order until `stop` says so. Returns the tables that were not checked.
/// Indexes are not compared with the rows they point to.
pub async fn check_tables(
    path: &Path,
    connection: &mut SqliteConnection,
    mut tables: Vec<String>,
    stop: impl Fn() -> bool + Clone + Send + 'static,
) -> Result<Vec<String>, StoreError> {
    let unlocked = |error| failed_to_open(path.display(), &error);
    let is_in_time = {
        let stop = stop.clone();
        move || !stop()
    };
    connection.lock_handle().await.map_err(unlocked)?.set_progress_handler(INSTRUCTIONS, is_in_time);
    let mut count = 0;
    let mut outcome = Ok(Some(()));
    for table in &tables {
        if stop() {
            break;
        }
        outcome = check_table(path, connection, table).await;
        if !matches!(outcome, Ok(Some(()))) {
            break;
        }
        count += 1;
    }
    connection.lock_handle().await.map_err(unlocked)?.remove_progress_handler();
    outcome.map(|_| tables.split_off(count))
}

/// The tables of the database in the order of checking: the largest, moves and their history, come last.
pub async fn tables(path: &Path, connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let sql = "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' \
               order by name in ('ply', 'event'), name in ('game', 'posted'), name";
    let names = sqlx::query_scalar(sql).fetch_all(connection).await;
    names.map_err(|error| problem_in(path, "sqlite_schema", &error))
}

/// Checks one table; `None` if it was interrupted.
async fn check_table(path: &Path, connection: &mut SqliteConnection, table: &str) -> Result<Option<()>, StoreError> {
    let sql = format!("pragma quick_check(\"{}\")", table.replace('"', "\"\""));
    match sqlx::query_scalar::<_, String>(AssertSqlSafe(sql)).fetch_one(connection).await {
        Ok(report) if report == "ok" => Ok(Some(())),
        Ok(report) => Err(damaged(path, table, &report)),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(INTERRUPTED) => Ok(None),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use sqlx::Connection as _;

    use super::*;

    #[tokio::test]
    async fn tables_that_take_too_long_are_left_for_later() -> anyhow::Result<()> {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await?;
        let path = Path::new("games.db");
        sqlx::raw_sql(
            "create table event (number integer); create table note (number integer); \
             with recursive n(i) as (select 0 union all select i + 1 from n where i < 1000000) insert into event select i from n",
        )
        .execute(&mut connection)
        .await?;
        let all = tables(path, &mut connection).await?;
        assert_eq!(all, ["note", "event"]);
        let stop_after = |most: u32| {
            let calls = Arc::new(AtomicU32::new(0));
            move || calls.fetch_add(1, Ordering::Relaxed) >= most
        };
        assert_eq!(check_tables(path, &mut connection, all.clone(), stop_after(0)).await?, all);
        assert_eq!(check_tables(path, &mut connection, all.clone(), stop_after(10)).await?, ["event"], "in the middle");
        assert_eq!(check_tables(path, &mut connection, all, || false).await?, [""; 0]);
        Ok(())
    }
}
