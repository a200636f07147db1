//! How commits are written: a single one, a batch in one statement per table, and many that share one flush.

pub mod audit;
pub mod bulk;
pub mod commit;
pub mod group;
pub mod json_rows;
