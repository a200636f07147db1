//! Compares the migrations of a database with those of this program.

use sqlx::migrate::Migrator;

use crate::store::error::StoreError;

/// Result of [`DatabaseUrl::check`](super::database_url::DatabaseUrl::check).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// No file, or no tables: the first start creates them.
    Nothing,
    /// A database that this program can use.
    Database,
}

/// The migrations of a database, in order.
pub(crate) const APPLIED: &str = "select version, checksum from _sqlx_migrations order by version";

/// A row of [`APPLIED`].
pub(crate) type Applied = (i64, Vec<u8>);

/// Fails when this program cannot use a database with these migrations.
pub(crate) fn check_applied(applied: &[Applied], known: &Migrator) -> Result<(), StoreError> {
    if let (Some((version, checksum)), Some(first)) = (applied.first(), known.iter().next())
        && (*version, checksum.as_slice()) != (first.version, first.checksum.as_ref())
    {
        return Err(StoreError::Unreleased);
    }
    let known = known.iter().map(|migration| migration.version).max().unwrap_or(0);
    match applied.last() {
        Some(&(found, _)) if found > known => Err(StoreError::Newer { found, known }),
        _ => Ok(()),
    }
}
