//! A database as text: rows that both engines read, for the tables that its migrations make.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use sqlx::Connection as _;
use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, PgConnection, SqliteConnection};
use tests::database::Connection;

/// The migrations of this program.
pub struct Migrations;

impl Migrations {
    fn folder(engine: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(engine)
    }

    async fn of(engine: &str) -> anyhow::Result<Migrator> {
        Ok(Migrator::new(Self::folder(engine)).await?)
    }

    /// The number of the last one.
    pub fn newest() -> anyhow::Result<i64> {
        let names = fs::read_dir(Self::folder("sqlite"))?.map(|entry| anyhow::Ok(entry?.file_name()));
        let numbers = names.map(|name| Ok(name?.to_string_lossy().split('_').next().unwrap_or_default().parse()?));
        numbers.collect::<anyhow::Result<Vec<i64>>>()?.into_iter().max().context("no migrations")
    }

    /// A line for each of both engines up to this number, as `sha384sum` prints it.
    pub async fn checksums(up_to: i64) -> anyhow::Result<String> {
        let mut lines = String::new();
        for engine in ["sqlite", "postgres"] {
            for migration in Self::of(engine).await?.iter().filter(|migration| migration.version <= up_to) {
                for byte in &*migration.checksum {
                    write!(lines, "{byte:02x}")?;
                }
                let name = migration.description.replace(' ', "_");
                writeln!(lines, "  migrations/{engine}/{:04}_{name}.sql", migration.version)?;
            }
        }
        Ok(lines)
    }
}

/// A database of an earlier version.
pub struct KeptDatabase {
    /// Which one: the name of its folder.
    pub version: String,
    /// Its last migration.
    pub migration: i64,
    /// When its bot last ran.
    pub at: i64,
    rows: String,
    checksums: String,
}

pub const ROWS: &str = "rows.sql";
pub const CHECKSUMS: &str = "migrations.sha384";

impl KeptDatabase {
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let read = |name: &str| {
            let file = folder.join(name);
            fs::read_to_string(&file).with_context(|| file.display().to_string())
        };
        let rows = read(ROWS)?;
        let number = |name: &str| -> anyhow::Result<i64> {
            let line = rows.lines().find_map(|line| line.strip_prefix(&format!("-- {name}: ")));
            Ok(line.with_context(|| format!("{}: no {name}", folder.display()))?.parse()?)
        };
        Ok(Self {
            version: folder.file_name().context("no name")?.to_string_lossy().into_owned(),
            migration: number("migration")?,
            at: number("at")?,
            checksums: read(CHECKSUMS)?,
            rows,
        })
    }

    /// Makes its tables by the migrations that it has had, and fills them. The database at this address is empty.
    pub async fn write_to(&self, address: &str) -> anyhow::Result<()> {
        let own = Migrations::checksums(self.migration).await?;
        ensure!(own == self.checksums, "a migration was edited that databases of {} have had", self.version);
        let mut database = if let Some(path) = address.strip_prefix("sqlite://") {
            let mut file: SqliteConnection =
                SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await?;
            Migrations::of("sqlite").await?.run_to(self.migration, &mut file).await?;
            Connection::Sqlite(file)
        } else {
            let mut server: PgConnection = address.parse::<PgConnectOptions>()?.connect().await?;
            Migrations::of("postgres").await?.run_to(self.migration, &mut server).await?;
            Connection::Postgres(server)
        };
        database.run(&self.rows).await?;
        match database {
            Connection::Sqlite(file) => file.close().await?,
            Connection::Postgres(server) => server.close().await?,
        }
        Ok(())
    }
}
