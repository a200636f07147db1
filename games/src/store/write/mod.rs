//! Writes commits: one or several in a transaction.

pub mod audit;
pub mod commit;
pub mod commit_rows;
pub mod json_rows;
pub mod writer;
