//! The bot's database, read with plain SQL and none of the bot's code.

use anyhow::Context as _;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, Row as _, SqliteConnection};

pub enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingWork {
    pub messages: i64,
    /// Alarms of games and vacations that are due.
    pub alarms: i64,
}

impl Connection {
    /// `address` is written as in the bot's setting `database.url`.
    pub async fn open(address: &str) -> anyhow::Result<Self> {
        if address.starts_with("postgres") {
            return Ok(Self::Postgres(address.parse::<PgConnectOptions>()?.connect().await?));
        }
        let path = address.strip_prefix("sqlite://").with_context(|| format!("no database: {address}"))?;
        let options = SqliteConnectOptions::new().filename(path).busy_timeout(crate::TIMEOUT);
        Ok(Self::Sqlite(options.connect().await?))
    }

    pub async fn run(&mut self, sql: &str) -> anyhow::Result<()> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => sqlx::raw_sql(sql).execute(connection).await.map(drop)?,
            Self::Postgres(connection) => sqlx::raw_sql(sql).execute(connection).await.map(drop)?,
        }
        Ok(())
    }

    /// These columns as text. `rest` follows the table's name: a `where` or `order by` clause.
    pub async fn rows(
        &mut self,
        table: &str,
        columns: &[&str],
        rest: &str,
    ) -> anyhow::Result<Vec<Vec<Option<String>>>> {
        // Under their own names the text columns would shadow the numbers in `order by`.
        let list: Vec<String> =
            columns.iter().enumerate().map(|(at, column)| format!("cast({column} as text) as c{at}")).collect();
        let sql = AssertSqlSafe(format!("select {} from {table} {rest}", list.join(", ")));
        let width = 0..columns.len();
        match self {
            Self::Sqlite(connection) => {
                let rows = sqlx::query(sql).fetch_all(connection).await?;
                rows.iter().map(|row| width.clone().map(|at| Ok(row.try_get(at)?)).collect()).collect()
            }
            Self::Postgres(connection) => {
                let rows = sqlx::query(sql).fetch_all(connection).await?;
                rows.iter().map(|row| width.clone().map(|at| Ok(row.try_get(at)?)).collect()).collect()
            }
        }
    }

    pub async fn count(&mut self, table: &str, condition: &str) -> anyhow::Result<i64> {
        let rows = self.rows(table, &["count(*)"], &format!("where {condition}")).await?;
        Ok(rows[0][0].as_deref().context("a count is no null")?.parse()?)
    }

    /// `None` if no message waits and no alarm is due at this time.
    pub async fn pending_work(&mut self, now_ms: i64) -> anyhow::Result<Option<PendingWork>> {
        let messages = self.count("outbox", "dead is null").await?;
        let alarms = self.count("game", &format!("wake_at <= {now_ms}")).await?
            + self.count("job", &format!("due_at <= {now_ms} and coalesce(leased_until, 0) <= {now_ms}")).await?;
        Ok((messages + alarms > 0).then_some(PendingWork { messages, alarms }))
    }

    /// Rolls back an open transaction.
    pub async fn close(self) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(connection) => connection.close().await?,
            Self::Postgres(connection) => connection.close().await?,
        }
        Ok(())
    }
}
