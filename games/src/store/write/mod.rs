//! Writes commits: a single one, a batch with one statement per table, or many that share one flush.

pub mod audit;
pub mod bulk;
pub mod commit;
pub mod group;
pub mod json_rows;
