//! How statements reach an engine, and what its failures mean.

pub mod door;
pub mod engine;
pub mod failures;
pub mod many_rows;
pub mod pool;
