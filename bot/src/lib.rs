//! Abalone by correspondence inside Discord.
pub mod clock;
pub mod commands;
pub mod games;
pub mod jobs;
pub mod store;
