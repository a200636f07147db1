//! Abalone by correspondence inside Discord. ARCHITECTURE.md in the repository is the map.

pub mod app;
pub mod board;
pub mod cli;
pub mod commands;
pub mod config;
pub mod context;
pub mod delivery;
pub mod features;
#[cfg(test)]
#[path = "../tests/in_memory_store.rs"]
mod in_memory_store;
pub mod localization;
pub mod scheduler;
mod version;
pub mod views;
pub mod web;
