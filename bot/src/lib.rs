//! Abalone by correspondence inside Discord. ARCHITECTURE.md in the repository is the map.

pub mod app;
pub mod cause;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod config;
pub mod crash;
pub mod games;
pub mod http;
pub mod jobs;
pub mod safely;
pub mod store;
pub mod transport;
