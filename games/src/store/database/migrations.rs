//! Migrations known to this program, and those applied to a database.

use std::sync::LazyLock;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use crate::store::error::StoreError;

/// Version, description and text of each migration of one engine. A list, because `sqlx::migrate!` would compile both
/// database drivers a second time for the macro.
type Files = [(i64, &'static str, &'static str)];

const SQLITE_FILES: &Files = &[(1, "init", include_str!("../../../../migrations/sqlite/0001_init.sql"))];
const POSTGRES_FILES: &Files = &[(1, "init", include_str!("../../../../migrations/postgres/0001_init.sql"))];

pub static SQLITE: LazyLock<Migrator> = LazyLock::new(|| migrator(SQLITE_FILES));
pub static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| migrator(POSTGRES_FILES));

fn migrator(files: &Files) -> Migrator {
    let migration = |&(version, description, sql): &(i64, &'static str, &'static str)| {
        let sql = sql.into_sql_str();
        Migration::new(version, description.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseState {
    /// No file or no tables; the first start creates them.
    Nothing,
    Database,
}

/// The migrations applied to a database, in order.
pub const APPLIED: &str = "select version, checksum from _sqlx_migrations order by version";

pub type Applied = (i64, Vec<u8>);

/// Fails if this program cannot use a database with these migrations.
pub fn check_applied(applied: &[Applied], known: &Migrator) -> Result<(), StoreError> {
    if let (Some((version, checksum)), Some(first)) = (applied.first(), known.iter().next())
        && (*version, checksum.as_slice()) != (first.version, first.checksum.as_ref())
    {
        return Err(StoreError::Unreleased);
    }
    let newest = known.iter().map(|migration| migration.version).max().unwrap_or(0);
    match applied.last() {
        Some(&(found, _)) if found > newest => Err(StoreError::Newer { found, known: newest }),
        _ => Ok(()),
    }
}

/// Fails if the tables are not exactly those of this program, as a reader needs.
pub fn check_current(applied: &[Applied], known: &Migrator) -> Result<(), StoreError> {
    check_applied(applied, known)?;
    let newest = known.iter().map(|migration| migration.version).max().unwrap_or(0);
    match applied.last() {
        Some(&(found, _)) if found == newest => Ok(()),
        last => Err(StoreError::Older { found: last.map_or(0, |(version, _)| *version), known: newest }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_migration_file_is_in_the_list() -> std::io::Result<()> {
        for (engine, files) in [("sqlite", SQLITE_FILES), ("postgres", POSTGRES_FILES)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(engine);
            let found: BTreeSet<String> = std::fs::read_dir(folder)?
                .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
                .collect::<std::io::Result<_>>()?;
            let listed: BTreeSet<String> =
                files.iter().map(|(version, description, _)| format!("{version:04}_{description}.sql")).collect();
            assert_eq!(found, listed, "{engine}");
        }
        Ok(())
    }
}
