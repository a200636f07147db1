//! Which program this is. `bot/build.rs` finds the commit.

/// Version, commit and its date: `0.1.0 (abc1234, 2026-11-23)`; the version alone where no commit is known.
pub const VERSION: &str = env!("SUMITO_VERSION");

/// As in `Cargo.toml`: `0.1.0`.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program is built from; empty where it is not known.
pub const COMMIT: &str = env!("SUMITO_BUILT_FROM");
