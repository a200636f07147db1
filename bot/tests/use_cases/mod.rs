//! The use cases and their answers, on an in-memory store and a manual clock: every refusal, every race.

mod challenge;
mod clubs;
mod ladder;
mod learn;
mod lookups;
mod permissions;
mod play;
mod proposals;
mod puzzle;
mod rate_limits;
mod scenarios;
mod settings;
mod store_audit;
pub mod support;
mod time;
mod tournaments;
mod web;
