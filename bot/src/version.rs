//! The version of this program. `bot/build.rs` determines the commit.

/// Version, commit and its date: `0.1.0 (abc1234, 2026-11-23)`; the version alone if the commit is unknown.
pub const VERSION: &str = env!("SUMITO_VERSION");

/// The version in `Cargo.toml`: `0.1.0`.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from; empty if unknown.
pub const COMMIT: &str = env!("SUMITO_BUILT_FROM");
