//! All integration tests are one program: linking the bot takes longer than running most of them.

mod in_memory_store;
mod ladder;
mod outbox;
mod rest;
mod simulation;
mod store;
mod use_cases;
