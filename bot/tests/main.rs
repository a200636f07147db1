//! All integration tests are one program, because linking the bot takes longer than running most of them.

mod in_memory_store;
mod ladder;
mod outbox;
mod rest;
mod simulation;
mod use_cases;
