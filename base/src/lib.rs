//! Foundations independent of games and Discord: clocks, caches, metrics, HTTP servers and clients, ids.

pub mod cache;
pub mod catch_panic;
pub mod clean;
pub mod clock;
pub mod counted_warning;
pub mod crash_point;
pub mod error_chain;
pub mod field;
pub mod http_client;
pub mod http_server;
pub mod ids;
pub mod metrics;
pub mod named;
pub mod near_name;
pub mod token_buckets;
