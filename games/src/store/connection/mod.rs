//! Connections to the database engines, and their failures.

pub mod engine;
pub mod failures;
pub mod interceptor;
pub mod many_rows;
pub mod pool;
