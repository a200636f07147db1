//! Looks for damaged pages of a SQLite database, and names the table.

use std::path::Path;

use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::error_chain::error_chain;
use crate::store::connection::failures::failed_to_open;
use crate::store::error::StoreError;

/// Instructions of SQLite between two looks at the clock.
const INSTRUCTIONS: i32 = 1000;

/// SQLite's error code for work that was stopped.
const INTERRUPTED: &str = "9";

/// SQLite's error code for a damaged page.
pub(crate) const DAMAGED: &str = "11";

/// Checks tables and their indexes in this order until it has to stop; gives the tables that are not checked. Indexes are not
/// compared with what they point to.
pub(crate) async fn check_tables(
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
    let mut checked = 0;
    let mut outcome = Ok(Some(()));
    for table in &tables {
        if stop() {
            break;
        }
        outcome = check_table(path, connection, table).await;
        if !matches!(outcome, Ok(Some(()))) {
            break;
        }
        checked += 1;
    }
    connection.lock_handle().await.map_err(unlocked)?.remove_progress_handler();
    outcome.map(|_| tables.split_off(checked))
}

/// The tables of the database, in the order in which they are checked: the largest, the moves and their history, come last.
pub(crate) async fn tables(path: &Path, connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let sql = "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' \
               order by name in ('ply', 'event'), name in ('game', 'posted'), name";
    let listed = sqlx::query_scalar(sql).fetch_all(connection).await;
    listed.map_err(|error| problem_in(path, "sqlite_schema", &error))
}

/// Checks one table; `None` when the time was over.
async fn check_table(path: &Path, connection: &mut SqliteConnection, table: &str) -> Result<Option<()>, StoreError> {
    let sql = format!("pragma quick_check(\"{}\")", table.replace('"', "\"\""));
    match sqlx::query_scalar::<_, String>(AssertSqlSafe(sql)).fetch_one(connection).await {
        Ok(found) if found == "ok" => Ok(Some(())),
        Ok(found) => Err(damaged(path, table, &found)),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(INTERRUPTED) => Ok(None),
        Err(error) => Err(problem_in(path, table, &error)),
    }
}

/// An error of a database that is damaged there, or another one.
fn problem_in(path: &Path, table: &str, error: &sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Database(cause) if cause.code().as_deref() == Some(DAMAGED) => {
            damaged(path, table, &error_chain(error))
        }
        error => failed_to_open(path.display(), error),
    }
}

fn damaged(path: &Path, table: &str, problem: &str) -> StoreError {
    // What follows the first line has the same cause as a rule, and may be very long.
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
            let asked = Arc::new(AtomicU32::new(0));
            move || asked.fetch_add(1, Ordering::Relaxed) >= most
        };
        assert_eq!(check_tables(path, &mut connection, all.clone(), stop_after(0)).await?, all);
        assert_eq!(check_tables(path, &mut connection, all.clone(), stop_after(10)).await?, ["event"], "in the middle");
        assert_eq!(check_tables(path, &mut connection, all, || false).await?, [""; 0]);
        Ok(())
    }
}
