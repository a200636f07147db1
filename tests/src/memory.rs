//! The bot's database, read with plain SQL and none of the bot's code.

use anyhow::Context as _;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, Row as _, SqliteConnection};

/// A connection of our own.
pub enum Memory {
    /// To a file.
    File(SqliteConnection),
    /// To a server.
    Server(PgConnection),
}

impl Memory {
    /// Opens the database at this address, as the bot's setting has it.
    pub async fn open(address: &str) -> anyhow::Result<Self> {
        if address.starts_with("postgres") {
            return Ok(Self::Server(address.parse::<PgConnectOptions>()?.connect().await?));
        }
        let path = address.strip_prefix("sqlite://").with_context(|| format!("no database: {address}"))?;
        let options = SqliteConnectOptions::new().filename(path).busy_timeout(std::time::Duration::from_secs(10));
        Ok(Self::File(options.connect().await?))
    }

    /// Runs statements.
    pub async fn run(&mut self, sql: &str) -> anyhow::Result<()> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::File(connection) => sqlx::raw_sql(sql).execute(connection).await.map(drop)?,
            Self::Server(connection) => sqlx::raw_sql(sql).execute(connection).await.map(drop)?,
        }
        Ok(())
    }

    /// These columns of every row, as text; `rest` may say which rows, and in what order.
    pub async fn rows(
        &mut self,
        table: &str,
        columns: &[&str],
        rest: &str,
    ) -> anyhow::Result<Vec<Vec<Option<String>>>> {
        // By other names, or what is to be in the order of a number would be in that of its text.
        let list: Vec<String> =
            columns.iter().enumerate().map(|(at, column)| format!("cast({column} as text) as c{at}")).collect();
        let sql = AssertSqlSafe(format!("select {} from {table} {rest}", list.join(", ")));
        let wide = 0..columns.len();
        match self {
            Self::File(connection) => {
                let rows = sqlx::query(sql).fetch_all(connection).await?;
                rows.iter().map(|row| wide.clone().map(|at| Ok(row.try_get(at)?)).collect()).collect()
            }
            Self::Server(connection) => {
                let rows = sqlx::query(sql).fetch_all(connection).await?;
                rows.iter().map(|row| wide.clone().map(|at| Ok(row.try_get(at)?)).collect()).collect()
            }
        }
    }

    /// Lets go of it; what is open is rolled back.
    pub async fn close(self) -> anyhow::Result<()> {
        match self {
            Self::File(connection) => connection.close().await?,
            Self::Server(connection) => connection.close().await?,
        }
        Ok(())
    }
}
