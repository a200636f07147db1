//! Abalone by correspondence inside Discord. ARCHITECTURE.md in the repository is the map.

// The store in memory is a file of the tests in `bot/tests`, which name this crate.
#[cfg(test)]
extern crate self as bot;

pub mod app;
mod cache;
pub mod catch_panic;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod config;
pub mod counted_warning;
pub mod crash_point;
pub mod delivery;
pub mod discord;
pub mod domain;
pub mod error_chain;
pub mod features;
pub mod games;
pub mod http_client;
pub mod http_server;
pub mod metrics;
#[cfg(test)]
mod module_order;
mod near_name;
pub mod random;
pub mod scheduler;
pub mod store;
mod token_buckets;
mod version;
pub mod views;
pub mod web;
